import { createKernel, outcomeOf } from '@cpu-bound/service/kernel';
import { createLog } from '@cpu-bound/service/log';
import { type DataObject, loadWorkload } from '@cpu-bound/workload';
import { workerData } from 'piscina';

const kernel = createKernel(await loadWorkload(workerData.workload), createLog(workerData.logLevel));

/** The thread of a worker runs this for each job. */
export default ({ input, traceparent }: { input: DataObject; traceparent?: string }) =>
  outcomeOf(kernel(input, traceparent));

/** Returns at once, when the thread has loaded its workload. */
export const ready = () => null;
