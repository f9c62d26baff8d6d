import type { Compute } from '@cpu-bound/service/contract';
import { resultOf, taskTimedOut } from '@cpu-bound/service/http/problems';
import type { ServiceContext } from '@cpu-bound/service/run/context';
import pLimit from 'p-limit';
import type { Piscina } from 'piscina';

/**
 * Computes by `pool.run`, one task for each thread at a time. Other tasks wait in `p-limit`, because piscina's queue
 * takes tasks with a signal out of order (5.3.2). A task whose client has left, or whose deadline has passed, is not
 * computed if it still waits. One that has begun goes on, and keeps its thread, for `TASK_TIMEOUT_MS` at most: its request
 * gets 504 meanwhile.
 */
export function createCompute(
  pool: Piscina,
  { TASK_TIMEOUT_MS }: Pick<ServiceContext['config'], 'TASK_TIMEOUT_MS'>,
): Compute {
  const limit = pLimit(pool.maxThreads);
  return (input, { signal }) => {
    const computed = limit(async () => {
      signal.throwIfAborted();
      // A task stops only with its thread. piscina ends the thread when this signal aborts, and starts another.
      const time = AbortSignal.timeout(TASK_TIMEOUT_MS);
      return pool.run(input, { signal: time }).catch((error) => {
        throw time.aborted ? taskTimedOut(TASK_TIMEOUT_MS) : error;
      });
    });
    return Promise.race([computed.then(resultOf), whenAborted(signal)]);
  };
}

/** Rejects with the signal's reason at the deadline, or when the client leaves, although the task may go on. */
const whenAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
