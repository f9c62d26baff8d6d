import { threadId } from 'node:worker_threads';
import { type DataObject, isInvalidParameter, type Work } from '@cpu-bound/workload';
import type { ComputeResult, Outcome } from '../contract.ts';

const worker = { pid: process.pid, threadId };

/** Computes an input on the calling thread, and times it. */
export type Kernel = (input: DataObject) => Promise<ComputeResult>;

/** Creates the kernel of a workload, for a worker of any strategy. */
export const createKernel =
  (workload: Work): Kernel =>
  async (input) => {
    const start = performance.now();
    const output = await workload.run(input);
    return { output, computeMs: round3(performance.now() - start), worker };
  };

/**
 * Converts a task's result for another thread or process. An error would lose its fields on the way, so a refused input
 * becomes a value; `resultOf` throws it again. Other errors stay errors.
 */
export const outcomeOf = (computing: Promise<ComputeResult>): Promise<Outcome> =>
  computing.catch((error) => {
    if (!isInvalidParameter(error)) throw error;
    const { message: detail, parameter, accepted } = error;
    return { problem: { status: 400, detail, parameter, accepted } };
  });

/** Rounds to microseconds, the resolution of the clock. */
const round3 = (ms: number) => Math.round(ms * 1000) / 1000;
