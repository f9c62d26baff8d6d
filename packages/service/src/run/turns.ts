import { subscribe } from 'node:diagnostics_channel';
import { setImmediate as nextIteration, setTimeout as sleep } from 'node:timers/promises';
import type { Compute, ComputeResult } from '../contract.ts';
import type { Kernel } from './kernel.ts';

type QueuedTask = PromiseWithResolvers<ComputeResult> & { readonly begin: () => Promise<ComputeResult> };

/** The loop accepts one connection in an iteration, and reads from it in the next. */
const QUIET_ITERATIONS = 2;
/** The longest wait for quiet before the first of several tasks. */
const FIRST_WAIT_MS = 100;

/**
 * Computes on the event loop, where tasks take turns. Between two tasks the loop iterates until no new connection comes.
 * Meanwhile it answers light requests, refuses those beyond the limit, and notices deadlines and clients that have left.
 * A handler that computes on arrival would do so only after the backlog.
 *
 * The loop iterates for at most as long as the task before it took. So a flood of refused requests leaves the tasks half of
 * the time.
 *
 * @param passedOn resolves when another process has passed on the connection that follows the last one, if one waits there
 */
export function inTurns(kernel: Kernel, passedOn?: () => Promise<void>): Compute {
  const waiting = new Set<QueuedTask>();
  let connections = 0;
  let isWorking = false;
  subscribe('net.server.socket', () => connections++);

  async function work(): Promise<void> {
    isWorking = true;
    await untilQuiet(FIRST_WAIT_MS);
    // A set also visits the tasks that are added meanwhile.
    for (const task of waiting) {
      waiting.delete(task);
      const begunAt = performance.now();
      // The task's work on this loop ends when this returns. Its work on a thread of libuv delays no other task.
      task.begin().then(task.resolve, task.reject);
      await untilQuiet(performance.now() - begunAt);
    }
    isWorking = false;
  }
  /** Resolves once some iterations in a row have brought no connection, or have come after `mostMs`. */
  async function untilQuiet(mostMs: number): Promise<void> {
    const until = performance.now() + mostMs;
    let seen = connections;
    for (let quiet = 0; quiet < QUIET_ITERATIONS; quiet++) {
      await nextIteration();
      const leftMs = until - performance.now();
      if (connections === seen || leftMs <= 0) continue;
      seen = connections;
      quiet = -1;
      if (passedOn) await Promise.race([passedOn(), sleep(leftMs)]);
    }
  }
  return (input, { signal }) => {
    const entry: QueuedTask = { ...Promise.withResolvers(), begin: () => kernel(input) };
    const onAbort = () => waiting.delete(entry) && entry.reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    waiting.add(entry);
    if (!isWorking) void work();
    return entry.promise.finally(() => signal.removeEventListener('abort', onAbort));
  };
}
