import { workerData } from 'piscina';
import { createKernel, outcomeOf } from './service/run/kernel.js';
import { createLog } from './service/run/log.js';
import { type DataObject, loadWorkload } from './workload/index.js';

const kernel = createKernel(await loadWorkload(workerData.workload), createLog(workerData.logLevel));

/** The thread of a worker runs this for each job. */
export default ({ input, traceparent }: { input: DataObject; traceparent?: string }) =>
  outcomeOf(kernel(input, traceparent));

/** Returns at once, when the thread has loaded its workload. */
export const ready = () => null;
