import { createKernel, outcomeOf } from '@cpu-bound/service/kernel';
import { createLog } from '@cpu-bound/service/log';
import { loadWorkload } from '@cpu-bound/workload';
import { workerData } from 'piscina';
import type { JobData } from './job.ts';

const kernel = createKernel(await loadWorkload(workerData.workload), createLog(workerData.logLevel));

/** Computes a job: the queue calls this for each. */
export default ({ input, traceparent }: JobData) => outcomeOf(kernel(input, traceparent));
