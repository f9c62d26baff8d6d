import { type Sharing, shareHandOvers } from '@cpu-bound/handover';
import { buffersToMove } from '@cpu-bound/handover/octets';
import { type Setting, TaskTimedOut } from '@cpu-bound/service';
import type { Piscina } from 'piscina';

/** A share of the pool's work is filled up to about this much. */
const WORK_MS = 8;

/**
 * `pool.run`, with requests that wait sharing it. They wait here: piscina has one task for each thread and an empty
 * queue. So a client that leaves leaves the queue, order is kept, and a time limit counts computing alone. What a
 * thread has begun it finishes, for nobody if need be, and is not free before that.
 */
export function createCompute(
  pool: Piscina,
  { config, workload }: Pick<Setting, 'config' | 'workload'>,
): Sharing {
  let change = Promise.withResolvers<void>();
  for (const event of ['workerCreate', 'workerDestroy'])
    pool.on(event, () => {
      change.resolve();
      change = Promise.withResolvers();
    });
  return shareHandOvers({
    async run(items, { signal: left }) {
      while (isOneStarting(pool)) await change.promise;
      if (left.aborted) return [];
      const transferList = items.flatMap(({ input }) => buffersToMove(workload, input));
      return withinTime(
        config.TASK_TIMEOUT_MS,
        (signal) => pool.run(items, { signal, transferList: transferList as never }), // its type knows one of two forms
      );
    },
    ahead: () => pool.maxThreads,
    workMs: WORK_MS,
  });
}

/** None is free, since one that ended is being replaced. (Where that fails there are fewer, and `pool.run` starts one.) */
const isOneStarting = ({ idleThreads, threads, maxThreads }: Piscina) =>
  idleThreads === 0 && threads.length === maxThreads;

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
