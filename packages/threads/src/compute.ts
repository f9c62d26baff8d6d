import { type Sharing, shareHandOvers } from '@cpu-bound/handover';
import { buffersToMove } from '@cpu-bound/handover/octets';
import { type Setting, TaskTimedOut } from '@cpu-bound/service';
import type { Piscina } from 'piscina';

/** Milliseconds of computing up to which waiting requests share one task of the pool. */
const WORK_MS = 8;

/**
 * Computes by `pool.run`. Requests that wait share one call.
 *
 * Requests wait here, so piscina has at most one task for each thread, and an empty queue. This keeps their order,
 * removes a request when its client leaves, and lets the time limit count computing alone. A thread always finishes the
 * task that it has begun, even if no client waits for it.
 */
export function createCompute(
  pool: Piscina,
  { config, workload }: Pick<Setting, 'config' | 'workload'>,
): Sharing {
  let threadsChanged = Promise.withResolvers<void>();
  for (const event of ['workerCreate', 'workerDestroy'])
    pool.on(event, () => {
      threadsChanged.resolve();
      threadsChanged = Promise.withResolvers();
    });
  return shareHandOvers({
    async run(items, { signal: left }) {
      while (isThreadStarting(pool)) await threadsChanged.promise;
      if (left.aborted) return [];
      const transferList = items.flatMap(({ input }) => buffersToMove(workload, input));
      return withinTime(
        config.TASK_TIMEOUT_MS,
        (signal) => pool.run(items, { signal, transferList: transferList as never }), // piscina's type is too narrow
      );
    },
    ahead: () => pool.maxThreads,
    workMs: WORK_MS,
  });
}

/**
 * Whether no thread is idle because a new one is still starting, in place of one that ended. If the start fails, the pool
 * has fewer threads, and `pool.run` starts one.
 */
const isThreadStarting = ({ idleThreads, threads, maxThreads }: Piscina) =>
  idleThreads === 0 && threads.length === maxThreads;

/** Stops a task after a time. Only ending its thread can do that; piscina ends the thread when the signal aborts. */
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
