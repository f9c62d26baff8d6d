import { createKernel, outcomeOf } from './service/run/kernel.js';
import { type DataObject, loadWorkload } from './workload/index.js';
import { workerData } from 'piscina';

const kernel = createKernel(await loadWorkload(workerData.workload));

/** Computes a task: a thread calls this for each `pool.run`. */
export default (input: DataObject) => outcomeOf(kernel(input));

/** Returns once the thread has loaded its workload. */
export const ready = () => null;
