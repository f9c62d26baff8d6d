import { computeHere } from '@cpu-bound/service/kernel';
import { type JsonObject, loadWorkload } from '@cpu-bound/workload';
import { workerData } from 'piscina';

const workload = await loadWorkload(workerData.workload);

/** The task of the pool. */
export default (input: JsonObject) => computeHere(workload, input);

/** Answers when the thread has loaded its workload. */
export const ready = () => null;
