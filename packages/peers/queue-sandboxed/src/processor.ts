import type { ComputeResult } from '@cpu-bound/service/contract';
import { createKernel } from '@cpu-bound/service/run/kernel';
import { type DataObject, loadWorkload } from '@cpu-bound/workload';
import type { SandboxedJob } from 'bullmq';

const kernel = createKernel(await loadWorkload(process.env.WORKLOAD || 'primes'));

/** Computes a job in a child process or thread of BullMQ's worker. */
export default ({ data }: SandboxedJob<DataObject, ComputeResult>) => kernel(data);
