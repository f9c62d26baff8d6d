import { STATUS_CODES } from 'node:http';
import type { ErrorRequestHandler, Request } from 'express';
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
export class Overloaded extends HttpProblem {
  override readonly name = 'Overloaded';
  constructor(detail = 'more requests are waiting than this service accepts') {
    super({ status: 503, detail }, { 'Retry-After': '1' });
  }
}

/** A backend of the strategy answers, but does not execute commands. */
export class BackendRefuses extends HttpProblem {
  override readonly name = 'BackendRefuses';
  constructor(backend: string) {
    super({ status: 503, detail: `${backend} refuses; see the log` }, { 'Retry-After': '5' });
  }
}

/** A backend of the strategy does not answer. */
export class BackendAway extends HttpProblem {
  override readonly name = 'BackendAway';
  constructor(backend: string) {
    super({ status: 503, detail: `${backend} is not reachable` }, { 'Retry-After': '1' });
  }
}

/** The task had no result within the deadline. */
export class DeadlinePassed extends HttpProblem {
  override readonly name = 'DeadlinePassed';
  constructor(timeoutMs: number) {
    super({ status: 504, detail: `no result within ${timeoutMs} ms` });
  }
}

/** The task exceeded its time limit, and was stopped. */
export class TaskTimedOut extends HttpProblem {
  override readonly name = 'TaskTimedOut';
  constructor(timeoutMs: number) {
    super({ status: 504, detail: `the task was stopped after ${timeoutMs} ms` });
  }
}

/** The client closed its connection, so it cannot read an answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** Unwraps the outcome of a task in another thread or process. @throws HttpProblem if the outcome is one */
export function resultOf(outcome: Outcome): ComputeResult {
  if ('problem' in outcome) throw new HttpProblem(outcome.problem);
  return outcome;
}

const internal = new HttpProblem({ status: 500, detail: 'the service failed to answer this request' });

function toProblem(error: unknown): HttpProblem {
  if (error instanceof HttpProblem) return error;
  if (isInvalidParameter(error)) {
    const { message: detail, parameter, accepted } = error;
    return new HttpProblem({ status: 400, detail, parameter, accepted });
  }
  if (!isClientError(error)) return internal;
  const { status, message, limit } = error;
  const detail = limit === undefined ? message : `the body is too large; accepted: up to ${limit} octets`;
  return new HttpProblem({ status, detail });
}

/** Recognises errors of express for a malformed request: a bad %-escape, a body beyond its limit. */
function isClientError(error: unknown): error is Error & { status: number; limit?: number } {
  const status = error instanceof Error ? Reflect.get(error, 'status') : undefined;
  return typeof status === 'number' && status >= 400 && status < 500;
}

/** Answers an error of a handler with `application/problem+json`. An unexpected error is logged, and not shown. */
export function problemHandler(
  onUnexpected: (error: unknown, request: Request) => void,
): ErrorRequestHandler {
  return (error, request, response, _next) => {
    if (response.destroyed || error instanceof ClientGone) return void response.destroy();
    const { document, headers } = toProblem(error);
    if (document === internal.document) onUnexpected(error, request);
    if (response.headersSent) return void response.destroy();
    response
      .status(document.status)
      .set(headers)
      .type('application/problem+json')
      .send(JSON.stringify(document));
  };
}
