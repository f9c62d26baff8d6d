import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Compute, ComputeResult } from '../contract.js';
import type { Kernel } from './kernel.js';

type QueuedTask = PromiseWithResolvers<ComputeResult> & { readonly begin: () => Promise<ComputeResult> };

/**
 * Computes a task in the turn of the event loop in which its request arrives, as most handlers do. Variants use it for a
 * comparison with `inTurns`.
 */
export const atOnce =
  (kernel: Kernel): Compute =>
  (input, { traceparent }) =>
    kernel(input, traceparent);

/** The loop accepts one connection in a turn, and reads from it in the next. */
const QUIET_TURNS = 2;

/**
 * Computes on the event loop, one task at a time. Between two tasks the loop turns until no new request comes: it answers
 * light requests, refuses those beyond the limit, and notices clients that have left and deadlines. A handler that
 * computes on arrival would do so only after the backlog.
 */
export function inTurns(kernel: Kernel): Compute {
  const waiting = new Set<QueuedTask>();
  let arrived = 0;
  let isWorking = false;

  async function work(): Promise<void> {
    isWorking = true;
    for (await untilQuiet(); waiting.size > 0; await untilQuiet()) {
      const [first] = waiting;
      if (!first) break;
      waiting.delete(first);
      // The task's work on this loop ends when this returns. Its work on a thread of libuv delays no other task.
      first.begin().then(first.resolve, first.reject);
    }
    isWorking = false;
  }
  async function untilQuiet(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TURNS; ) {
      const before = arrived;
      await nextTurn();
      quiet = arrived > before ? 0 : quiet + 1;
    }
  }
  return (input, { signal, traceparent }) => {
    const entry: QueuedTask = { ...Promise.withResolvers(), begin: () => kernel(input, traceparent) };
    const onAbort = () => waiting.delete(entry) && entry.reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    waiting.add(entry);
    arrived++;
    if (!isWorking) void work();
    return entry.promise.finally(() => signal.removeEventListener('abort', onAbort));
  };
}
