import { computeHere } from '@cpu-bound/service/kernel';
import { loadWorkload } from '@cpu-bound/workload';
import type { SandboxedJob } from 'bullmq';

const workload = await loadWorkload(process.env.WORKLOAD || 'primes');

export default (job: SandboxedJob) => computeHere(workload, job.data);
