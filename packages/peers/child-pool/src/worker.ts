import { createKernel } from '@cpu-bound/service/run/kernel';
import { loadWorkload } from '@cpu-bound/workload';
import { worker } from 'workerpool';

const workload = await loadWorkload(process.env.WORKLOAD || 'primes');

worker({ compute: createKernel(workload) });
