import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Compute, ComputeResult } from '../contract.ts';
import type { Kernel } from './kernel.ts';

type QueuedTask = PromiseWithResolvers<ComputeResult> & { readonly begin: () => Promise<ComputeResult> };

/**
 * Computes a task in the iteration of the event loop in which its request arrives, as most handlers do. Variants use it
 * for a comparison with `inTurns`.
 */
export const atOnce =
  (kernel: Kernel): Compute =>
  (input, { traceparent }) =>
    kernel(input, traceparent);

/** The loop accepts one connection in an iteration, and reads from it in the next. */
const QUIET_ITERATIONS = 2;

/**
 * Computes on the event loop, where tasks take turns. Between two tasks the loop iterates until no new request comes.
 * Meanwhile it answers light requests, refuses those beyond the limit, and notices deadlines and clients that have left.
 * A handler that computes on arrival would do so only after the backlog.
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
    for (let quiet = 0; quiet < QUIET_ITERATIONS; ) {
      const before = arrived;
      await nextIteration();
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
