import { computeHere } from '@cpu-bound/service/kernel';
import { type DataObject, loadWorkload } from '@cpu-bound/workload';
import { worker } from 'workerpool';

const workload = await loadWorkload(process.env.WORKLOAD || 'primes');

worker({ compute: (input: DataObject) => computeHere(workload, input) });
