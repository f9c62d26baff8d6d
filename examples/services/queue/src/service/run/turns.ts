import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Compute, ComputeResult } from '../contract.js';
import type { Kernel } from './kernel.js';

type QueuedTask = PromiseWithResolvers<ComputeResult> & { readonly begin: () => Promise<ComputeResult> };

/**
 * Computes in the very turn of the event loop in which the request arrives, as most handlers are written. It is there to
 * be measured beside `inTurns`.
 */
export const atOnce =
  (kernel: Kernel): Compute =>
  (input, { traceparent }) =>
    kernel(input, traceparent);

/** In each turn the loop accepts one connection, and reads from it in the next. */
const QUIET_TURNS = 2;

/**
 * Computes on the event loop, one task at a time. Between two tasks the loop turns until it brings nothing new: it
 * answers light requests, refuses what is too much, and learns which clients have left or are past their deadline. A handler
 * that computes as soon as it is called has the next request read only to compute that one, too.
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
      // Its work on this loop is done when this returns. Its work elsewhere (on a thread of libuv) delays no other task.
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
