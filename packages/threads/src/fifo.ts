import { queueOptionsSymbol, type TaskQueue } from 'piscina';

type Task = Parameters<TaskQueue['push']>[0];

/** Put beside a task's input, out of the worker's sight: the task leaves the queue when the signal aborts. */
export const whileWaiting = (signal: AbortSignal) => ({ [queueOptionsSymbol]: { signal } });

/**
 * Tasks that wait for a thread, first come first served.
 *
 * piscina's own handling of a signal does not fit here: an abort ends the thread that runs the task, and waiting
 * tasks that have a signal are taken last come first served under `stricterFIFO`, and beyond `maxQueue`.
 */
export function createFifo(): TaskQueue {
  const waiting = new Set<Task>();
  /** Was taken, and given back because no thread was free: still the first. */
  let returned: Task | undefined;

  function remove(task: Task): void {
    waiting.delete(task);
    if (returned === task) returned = undefined;
  }
  function leaveOnAbort(task: Task): void {
    const options = task[queueOptionsSymbol] as { signal?: AbortSignal } | null;
    options?.signal?.addEventListener('abort', () => remove(task), { once: true });
  }
  return {
    remove,
    get size() {
      return waiting.size + (returned ? 1 : 0);
    },
    push(task) {
      waiting.add(task);
      leaveOnAbort(task);
    },
    unshift(task) {
      returned = task;
      leaveOnAbort(task);
    },
    shift() {
      const [next = null] = returned ? [returned] : waiting;
      if (next) remove(next);
      return next;
    },
  };
}
