import { threadId } from 'node:worker_threads';
import { type DataObject, isInvalidParameter, type Work } from '../../workload/index.js';
import type { Logger } from 'pino';
import type { ComputeResult, Outcome } from '../contract.js';

const worker = { pid: process.pid, threadId };

/** Runs the workload on one input, as part of the trace `traceparent`. */
export type Kernel = (input: DataObject, traceparent: string | undefined) => Promise<ComputeResult>;

/** Runs the workload on the calling thread, and times it. */
export async function computeHere<I extends DataObject, O extends DataObject>(
  workload: Work<I, O>,
  input: I,
): Promise<ComputeResult<O>> {
  const start = performance.now();
  const output = await workload.run(input);
  return { output, computeMs: round3(performance.now() - start), worker };
}

/** Creates a kernel for a worker of any strategy. At level debug, it logs each task with its trace. */
export function createKernel(workload: Work, log: Logger): Kernel {
  if (!log.isLevelEnabled('debug')) return (input) => computeHere(workload, input);
  return async (input, traceparent) => {
    try {
      const computed = await computeHere(workload, input);
      log.debug({ traceparent, computeMs: computed.computeMs, threadId }, 'computed');
      return computed;
    } catch (err) {
      log.debug({ traceparent, err, threadId }, 'the workload failed');
      throw err;
    }
  };
}

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
