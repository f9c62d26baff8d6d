import { createKernel } from '@cpu-bound/service/run/kernel';
import { loadWorkload } from '@cpu-bound/workload';
import { Tinypool } from 'tinypool';

const workload = await loadWorkload(Tinypool.workerData);

export default createKernel(workload);
