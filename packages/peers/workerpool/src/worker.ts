import { workerData } from 'node:worker_threads';
import { computeHere } from '@cpu-bound/service/kernel';
import { type DataObject, loadWorkload } from '@cpu-bound/workload';
import { worker } from 'workerpool';

const workload = await loadWorkload(workerData);

worker({ compute: (input: DataObject) => computeHere(workload, input) });
