import type { ServerResponse } from 'node:http';
import { InvalidParameter, type Query } from '@cpu-bound/workload';
import { ClientGone, DeadlinePassed } from './problems.ts';

/**
 * Converts the query of a request for the workload's `parse`. It keeps every name, such as `__proto__`, which the workload
 * refuses.
 *
 * @throws InvalidParameter for a parameter that is given more than once
 */
export function singleValued(query: Readonly<Record<string, unknown>>): Query {
  const entries = Object.entries(query).map(([name, value]) => {
    if (typeof value !== 'string') throw new InvalidParameter(name, 'is given more than once', 'one value');
    return [name, value];
  });
  return Object.fromEntries(entries);
}

/** Matches version 00 and compatible future ones: trace id and parent id in lower case, neither all zeros. */
const VALID = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-[^,\s]{1,200})?$/;

/** Reads the trace context of a request (W3C Trace Context, §3.2); undefined if it is not valid. */
export const traceparentOf = (header: string | undefined): string | undefined =>
  header !== undefined && VALID.test(header) ? header : undefined;

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
  const timer = setTimeout(() => controller.abort(new DeadlinePassed(timeoutMs)), timeoutMs);
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
