import type { ServerResponse } from 'node:http';
import { ClientGone, deadlinePassed, overloaded } from './problems.ts';

export type Admission = ReturnType<typeof createAdmission>;

/**
 * Creates the admission of a service.
 *
 * @param maxPending the number of places. A request takes no place while its body arrives or its answer is read, so slow
 *   clients cannot occupy all places.
 */
export function createAdmission(maxPending: number) {
  let pending = 0;
  return {
    /** Runs the work, which has a place until it ends. @throws HttpProblem 503 if every place is taken */
    async admit<T>(work: () => T | Promise<T>): Promise<T> {
      if (pending >= maxPending) throw overloaded();
      pending++;
      try {
        return await work();
      } finally {
        pending--;
      }
    },
    /** The amount of admitted work that has not ended. */
    get pending(): number {
      return pending;
    },
  };
}

/**
 * Calls `listener` once the answer is sent or the connection is closed. A response that waits behind another on its
 * connection gets no `close` of its own when the client leaves (Node 26).
 *
 * @returns a function that removes the listener
 */
export function onceOver(response: ServerResponse, listener: () => void): () => void {
  const { socket } = response.req;
  let isForgotten = false;
  const forget = () => {
    isForgotten = true;
    response.off('close', over);
    socket.off('close', over);
  };
  const over = () => {
    if (isForgotten) return; // the `close` of a socket also closes its response
    forget();
    listener();
  };
  response.once('close', over);
  socket.once('close', over);
  return forget;
}

/** Creates the signal of a request, which aborts at the deadline, or when the client leaves. @param timeoutMs from now on */
export function requestSignal(response: ServerResponse, timeoutMs: number) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(deadlinePassed(timeoutMs)), timeoutMs);
  const leave = () => controller.abort(new ClientGone('the client closed its connection'));
  const forget = onceOver(response, leave);
  if (response.req.socket.destroyed) leave();
  return {
    signal: controller.signal,
    /** Milliseconds since the epoch. */
    deadlineAt: Date.now() + timeoutMs,
    /** Forgets the request, once it has its result. */
    release(): void {
      clearTimeout(timer);
      forget();
    },
  };
}
