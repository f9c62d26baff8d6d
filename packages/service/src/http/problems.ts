import { STATUS_CODES } from 'node:http';
import { isInvalidParameter } from '@cpu-bound/workload';
import type { ErrorRequestHandler, Response } from 'express';
import type { ProblemDocument } from '../contract.ts';
import { traceparentOf } from './traceparent.ts';

/** An error that knows its HTTP answer. Anything else that is thrown becomes a 500 without details. */
export class HttpProblem extends Error {
  override readonly name: string = 'HttpProblem';
  readonly document: ProblemDocument;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    document: Omit<ProblemDocument, 'type'> & { type?: string },
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(document.detail);
    this.document = { type: 'about:blank', ...document };
    this.headers = headers;
  }
}

/** The service has as much waiting work as it accepts. */
export class Overloaded extends HttpProblem {
  override readonly name = 'Overloaded';
  constructor(detail = 'more requests are waiting than this service accepts') {
    super({ title: 'Service Unavailable', status: 503, detail }, { 'Retry-After': '1' });
  }
}

/** A backend of the strategy answers, but does not execute commands. */
export class BackendRefuses extends HttpProblem {
  override readonly name = 'BackendRefuses';
  constructor(backend: string) {
    super(
      { title: 'Service Unavailable', status: 503, detail: `${backend} refuses; see the log` },
      { 'Retry-After': '5' },
    );
  }
}

/** What the strategy depends on does not answer. */
export class BackendAway extends HttpProblem {
  override readonly name = 'BackendAway';
  constructor(backend: string) {
    super(
      { title: 'Service Unavailable', status: 503, detail: `${backend} is not reachable` },
      { 'Retry-After': '1' },
    );
  }
}

/** No route of the service has this path. */
export class NotFound extends HttpProblem {
  override readonly name = 'NotFound';
  constructor(path: string, headers: Readonly<Record<string, string>> = {}) {
    super(
      { title: 'Not Found', status: 404, detail: `there is nothing at ${path}; see /openapi.json` },
      headers,
    );
  }
}

/** No result within the deadline. */
export class DeadlinePassed extends HttpProblem {
  override readonly name = 'DeadlinePassed';
  constructor(timeoutMs: number) {
    super({ title: 'Gateway Timeout', status: 504, detail: `no result within ${timeoutMs} ms` });
  }
}

/** The task itself took too long, and was stopped. */
export class TaskTimedOut extends HttpProblem {
  override readonly name = 'TaskTimedOut';
  constructor(timeoutMs: number) {
    super({ title: 'Gateway Timeout', status: 504, detail: `the task was stopped after ${timeoutMs} ms` });
  }
}

/** The client closed its connection, so it cannot read an answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

const internal = new HttpProblem({
  title: 'Internal Server Error',
  status: 500,
  detail: 'the service failed to answer this request',
});

function toProblem(error: unknown): HttpProblem {
  if (error instanceof HttpProblem) return error;
  if (isInvalidParameter(error)) {
    const { message: detail, parameter, accepted } = error;
    return new HttpProblem({ title: 'Bad Request', status: 400, detail, parameter, accepted });
  }
  if (!isClientError(error)) return internal;
  const { status, message: detail } = error;
  return new HttpProblem({ title: STATUS_CODES[status] ?? 'Bad Request', status, detail });
}

/** Errors that express and its router raise for a malformed request, a bad %-escape say. */
function isClientError(error: unknown): error is Error & { status: number } {
  const status = error instanceof Error ? Reflect.get(error, 'status') : undefined;
  return typeof status === 'number' && status >= 400 && status < 500;
}

function sendProblem(response: Response, { document, headers }: HttpProblem): void {
  response
    .status(document.status)
    .set(headers)
    .type('application/problem+json')
    .send(JSON.stringify(document));
}

/** Turns whatever a handler threw into `application/problem+json`; the unexpected is logged and not shown. */
export function problemHandler(
  onUnexpected: (error: unknown, traceparent?: string) => void,
): ErrorRequestHandler {
  return (error, request, response, _next) => {
    if (response.destroyed || error instanceof ClientGone) return void response.destroy();
    const problem = toProblem(error);
    if (problem === internal) onUnexpected(error, traceparentOf(request.get('traceparent')));
    if (response.headersSent) return void response.destroy();
    sendProblem(response, problem);
  };
}

/**
 * Answers what express leaves to whoever called it: a request whose target has no path, as `GET http:// HTTP/1.1`,
 * which passes by every handler. Express's own answer is a page of HTML.
 *
 * @param onRefused called with the status of each, because nothing else sees it
 */
export function refuseUnrouted(
  onUnexpected: (error: unknown) => void,
  onRefused: (status: number) => void,
): (response: Response, error?: unknown) => void {
  const detail = 'the target of the request has no path; accepted: one that begins with /';
  const refusal = new HttpProblem({ title: 'Bad Request', status: 400, detail }, { Connection: 'close' });
  return (response, error) => {
    if (error) {
      onUnexpected(error); // the problem handler itself failed
      return void response.destroy();
    }
    onRefused(refusal.document.status);
    sendProblem(response, refusal);
  };
}
