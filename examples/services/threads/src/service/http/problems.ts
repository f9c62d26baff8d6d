import { STATUS_CODES } from 'node:http';
import { isInvalidParameter } from '../../workload/index.js';
import type { ComputeResult, Outcome, ProblemDetails, ProblemDocument } from '../contract.js';

/** An error with an HTTP answer. Every other error becomes a 500 without details. */
export class HttpProblem extends Error {
  override readonly name: string = 'HttpProblem';
  readonly document: ProblemDocument;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    document: ProblemDetails & Partial<ProblemDocument>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(document.detail);
    this.document = { type: 'about:blank', title: STATUS_CODES[document.status] ?? 'Error', ...document };
    this.headers = headers;
  }
}

/** The service has no free place. */
export const overloaded = (detail = 'more requests are waiting than this service accepts'): HttpProblem =>
  new HttpProblem({ status: 503, detail }, { 'Retry-After': '1' });

/** The task had no result within the deadline. */
export const deadlinePassed = (timeoutMs: number): HttpProblem =>
  new HttpProblem({ status: 504, detail: `no result within ${timeoutMs} ms` });

/** The task exceeded its time limit, and was stopped. */
export const taskTimedOut = (timeoutMs: number): HttpProblem =>
  new HttpProblem({ status: 504, detail: `the task was stopped after ${timeoutMs} ms` });

/** A handler failed unexpectedly. Its error may have a `status`, as those of HTTP clients have, that is not the service's. */
export class TaskFailed extends Error {
  override readonly name = 'TaskFailed';
  constructor(cause: unknown) {
    super('the task failed', { cause });
  }
}

/** The client closed its connection, so it cannot read an answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** Returns true for an error that has an answer, or needs none. Any other comes from the function, or is a fault of ours. */
export const hasAnswer = (error: unknown): boolean =>
  error instanceof HttpProblem || error instanceof ClientGone || isInvalidParameter(error);

/** Unwraps the outcome of a task in another thread or process. @throws HttpProblem if the outcome is one */
export function resultOf(outcome: Outcome): ComputeResult {
  if ('problem' in outcome) throw new HttpProblem(outcome.problem);
  return outcome;
}
