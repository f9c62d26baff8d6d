import { createKernel, outcomeOf } from '@cpu-bound/service/run/kernel';
import { loadWorkload } from '@cpu-bound/workload';
import { workerData } from 'piscina';
import type { JobData } from './job.ts';

const kernel = createKernel(await loadWorkload(workerData.workload));

/** Computes a job: the queue calls this for each. */
export default ({ input }: JobData) => outcomeOf(kernel(input));
