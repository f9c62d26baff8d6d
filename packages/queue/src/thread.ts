import { createKernel, outcomeOf } from '@cpu-bound/service/run/kernel';
import { type DataObject, loadWorkload } from '@cpu-bound/workload';
import { workerData } from 'piscina';

const kernel = createKernel(await loadWorkload(workerData.workload));

/** Computes a job: the thread of a worker calls this for each. */
export default (input: DataObject) => outcomeOf(kernel(input));

/** Returns once the thread has loaded its workload. */
export const ready = () => null;
