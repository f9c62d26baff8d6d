import { type Sharing, shareHandOvers } from '@cpu-bound/handover';
import { buffersOf } from '@cpu-bound/handover/octets';
import { type Setting, TaskTimedOut } from '@cpu-bound/service';
import type { Piscina } from 'piscina';
import type { tuning } from './pool.ts';

/** A share of the pool's work is filled up to about this much. */
const WORK_MS = 8;

/**
 * `pool.run`, with requests that wait sharing it. They wait here rather than in the pool, so that those whose
 * client leaves or whose deadline passes can leave too. What a thread has begun it finishes, for nobody if need be.
 */
export function createCompute(pool: Piscina, { config }: Pick<Setting<typeof tuning>, 'config'>): Sharing {
  const isMoved = config.THREADS_OCTETS === 'transfer';
  return shareHandOvers({
    run: (items) =>
      withinTime(config.TASK_TIMEOUT_MS, (signal) => {
        const transferList = isMoved ? items.flatMap(({ input }) => buffersOf(input)) : [];
        return pool.run(items, { signal, transferList: transferList as never }); // its type knows one of two forms
      }),
    ahead: () => config.WORKERS,
    workMs: WORK_MS,
  });
}

/** A task can only be stopped by ending its thread, which is what piscina does when the signal aborts. */
async function withinTime<T>(ms: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new TaskTimedOut(ms)), ms);
  try {
    return await run(controller.signal);
  } catch (error) {
    controller.signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
