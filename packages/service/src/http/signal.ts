import type { ServerResponse } from 'node:http';
import { ClientGone, deadlinePassed } from './problems.ts';

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

/** A signal that aborts at the deadline, or when the client leaves. `release` is called once the request has its result. */
export type RequestSignal = {
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly deadlineAt: number;
  release(): void;
};

/** Creates the signal of a request. @param timeoutMs from now on, including the wait */
export function requestSignal(response: ServerResponse, timeoutMs: number): RequestSignal {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(deadlinePassed(timeoutMs)), timeoutMs);
  const leave = () => controller.abort(new ClientGone('the client closed its connection'));
  const forget = onceOver(response, leave);
  if (response.req.socket.destroyed) leave();
  return {
    signal: controller.signal,
    deadlineAt: Date.now() + timeoutMs,
    release() {
      clearTimeout(timer);
      forget();
    },
  };
}
