import { createKernel } from '@cpu-bound/service/kernel';
import { createLog } from '@cpu-bound/service/log';
import { type JsonObject, loadWorkload } from '@cpu-bound/workload';
import { workerData } from 'piscina';

export type Task = { readonly input: JsonObject; readonly traceparent?: string };

const kernel = createKernel(await loadWorkload(workerData.workload), createLog(workerData.level));

/** The task of the pool. */
export default ({ input, traceparent }: Task) => kernel(input, traceparent);

/** Answers when the thread has loaded its workload. */
export const ready = () => null;
