import { workerData } from 'node:worker_threads';
import { createKernel } from '@cpu-bound/service/run/kernel';
import { loadWorkload } from '@cpu-bound/workload';
import { worker } from 'workerpool';

const workload = await loadWorkload(workerData);

worker({ compute: createKernel(workload) });
