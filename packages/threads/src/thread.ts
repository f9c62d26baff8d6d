import { createKernel, outcomeOf } from '@cpu-bound/service/run/kernel';
import { type DataObject, loadWorkload } from '@cpu-bound/workload';
import { workerData } from 'piscina';

const kernel = createKernel(await loadWorkload(workerData.workload));

/** Computes a task: a thread calls this for each `pool.run`. */
export default (input: DataObject) => outcomeOf(kernel(input));

/** Returns once the thread has loaded its workload. */
export const ready = () => null;
