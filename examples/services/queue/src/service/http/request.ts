import type { ServerResponse } from 'node:http';
import { InvalidParameter, type Query } from '../../workload/index.js';
import { ClientGone, DeadlinePassed } from './problems.js';

/**
 * The query of a request as the workload's `parse` takes it, with every name that was given: `__proto__`, too, is one
 * that a workload refuses.
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

/** Version 00 and the future ones that begin like it: trace id and parent id in lower case, neither all zeros. */
const VALID = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-[^,\s]{1,200})?$/;

/** The request's trace context (W3C Trace Context, §3.2), or undefined where there is none that is valid. */
export const traceparentOf = (header: string | undefined): string | undefined =>
  header !== undefined && VALID.test(header) ? header : undefined;

/**
 * Calls `listener` once the answer is sent or the connection is closed. A response that waits behind another on its
 * connection gets no `close` of its own when the client leaves (Node 26).
 *
 * @returns a function that forgets the listener
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
    if (isForgotten) return; // the `close` of a socket brings about that of its response
    forget();
    listener();
  };
  response.once('close', over);
  socket.once('close', over);
  return forget;
}

/** Aborts when the deadline passes or the client leaves; `release` once the request has its result. */
export type RequestSignal = {
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly deadlineAt: number;
  release(): void;
};

/** @param timeoutMs from now, queueing included */
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
