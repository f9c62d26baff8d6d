import type { Response } from 'express';
import { ClientGone, DeadlinePassed } from './problems.ts';

/** Aborts when the deadline passes or the client leaves; `release` once the request has its result. */
export type RequestSignal = {
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly deadlineAt: number;
  release(): void;
};

/** @param timeoutMs from now, queueing included */
export function requestSignal(response: Response, timeoutMs: number): RequestSignal {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DeadlinePassed(timeoutMs)), timeoutMs);
  const onClose = () => controller.abort(new ClientGone('the client closed its connection'));
  response.once('close', onClose);
  return {
    signal: controller.signal,
    deadlineAt: Date.now() + timeoutMs,
    release() {
      clearTimeout(timer);
      response.off('close', onClose);
    },
  };
}
