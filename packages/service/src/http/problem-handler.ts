import { isInvalidParameter } from '@cpu-bound/workload';
import type { ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';
import { ClientGone, HttpProblem, TaskFailed } from './problems.ts';
import { traceparentOf } from './request.ts';

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
export const problemHandler =
  (log: Pick<Logger, 'error'>): ErrorRequestHandler =>
  (error, request, response, _next) => {
    if (response.destroyed || error instanceof ClientGone) return void response.destroy();
    const problem = toProblem(error);
    if (problem === internal) {
      const err = error instanceof TaskFailed ? error.cause : error;
      log.error({ err, traceparent: traceparentOf(request) }, 'a request failed');
    }
    if (response.headersSent) return void response.destroy();
    response
      .status(problem.document.status)
      .set(problem.headers)
      .type('application/problem+json')
      .send(JSON.stringify(problem.document));
  };
