import { threadId } from 'node:worker_threads';
import type { Logger } from 'pino';
import { type DataObject, isInvalidParameter, type Work } from '../../workload/index.js';
import type { ComputeResult, Outcome } from '../contract.js';

const worker = { pid: process.pid, threadId };

/** Runs the workload on one input; `traceparent` is the trace that it belongs to. */
export type Kernel = (input: DataObject, traceparent: string | undefined) => Promise<ComputeResult>;

/** Runs the workload here and now, on the calling thread, and times it. */
export async function computeHere<I extends DataObject, O extends DataObject>(
  workload: Work<I, O>,
  input: I,
): Promise<ComputeResult<O>> {
  const start = performance.now();
  const output = await workload.run(input);
  return { output, computeMs: round3(performance.now() - start), worker };
}

/** The same for a worker of whatever kind: at level debug, it logs what it did, for which trace. */
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
 * The outcome of a task in another thread or process. The fields of an error get lost on the way, so that a refused input
 * is a value there; `resultOf` throws it again. Other errors stay errors.
 */
export const outcomeOf = (computing: Promise<ComputeResult>): Promise<Outcome> =>
  computing.catch((error) => {
    if (!isInvalidParameter(error)) throw error;
    const { message: detail, parameter, accepted } = error;
    return { problem: { status: 400, detail, parameter, accepted } };
  });

/** Microseconds are as fine as the clock is worth. */
const round3 = (ms: number) => Math.round(ms * 1000) / 1000;
