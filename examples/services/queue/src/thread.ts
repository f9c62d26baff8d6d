import { createKernel, outcomeOf } from './service/run/kernel.js';
import { createLog } from './service/run/log.js';
import { type DataObject, loadWorkload } from './workload/index.js';
import { workerData } from 'piscina';

const kernel = createKernel(await loadWorkload(workerData.workload), createLog(workerData.logLevel));

/** Computes a job: the thread of a worker calls this for each. */
export default ({ input, traceparent }: { input: DataObject; traceparent?: string }) =>
  outcomeOf(kernel(input, traceparent));

/** Returns once the thread has loaded its workload. */
export const ready = () => null;
