import { createKernel } from '@cpu-bound/service/kernel';
import { loadWorkload } from '@cpu-bound/workload';
import { Tinypool } from 'tinypool';

const workload = await loadWorkload(Tinypool.workerData);

export default createKernel(workload);
