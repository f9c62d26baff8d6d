import { type Compute, type Computed, Overloaded } from '@cpu-bound/service';
import { whileWaiting } from './fifo.ts';
import type { Pool } from './pool.ts';
import type { Task } from './worker.ts';

/**
 * Hands the input to the pool; what waits there leaves when the signal aborts, and what runs is finished for
 * nobody, since to stop it would mean to end its thread.
 */
export function createCompute({ piscina, prefetch }: Pool, queue: 'fifo' | 'piscina'): Compute {
  const deaths = new WeakSet<Error>();

  /** A thread that dies fails all the tasks it held with one error, the one that it was running first. */
  const wasOnlyWaiting = (error: unknown): boolean => {
    if (!(error instanceof Error)) return false;
    const known = deaths.has(error);
    deaths.add(error);
    return known;
  };

  async function run(task: Task, signal: AbortSignal): Promise<Computed> {
    try {
      if (queue === 'piscina') return await piscina.run(task, { signal });
      return await piscina.run({ ...task, ...whileWaiting(signal) });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Error && error.message === 'Task queue is at limit') throw new Overloaded();
      if (wasOnlyWaiting(error)) return run(task, signal);
      throw error;
    }
  }

  return async (input, { signal, traceparent }) => {
    signal.throwIfAborted();
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      const computed = await Promise.race([
        run({ input, ...(traceparent && { traceparent }) }, signal),
        aborted,
      ]);
      prefetch.observe(computed.computeMs);
      return computed;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  };
}
