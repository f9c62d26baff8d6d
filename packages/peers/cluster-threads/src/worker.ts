import { computeHere } from '@cpu-bound/service/kernel';
import { type JsonObject, loadWorkload } from '@cpu-bound/workload';
import { workerData } from 'piscina';

const workload = await loadWorkload(workerData);

export default (input: JsonObject) => computeHere(workload, input);
