import { createKernel } from '@cpu-bound/service/run/kernel';
import { loadWorkload } from '@cpu-bound/workload';
import { workerData } from 'piscina';

const workload = await loadWorkload(workerData);

export default createKernel(workload);
