import { computeHere } from '@cpu-bound/service/kernel';
import { type DataObject, loadWorkload } from '@cpu-bound/workload';
import { workerData } from 'piscina';

const workload = await loadWorkload(workerData);

export default (input: DataObject) => computeHere(workload, input);
