import { computeHere } from '@cpu-bound/service/kernel';
import { type DataObject, loadWorkload } from '@cpu-bound/workload';
import { Tinypool } from 'tinypool';

const workload = await loadWorkload(Tinypool.workerData);

export default (input: DataObject) => computeHere(workload, input);
