import { isInvalidParameter } from '@cpu-bound/workload';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Compute } from '../contract.ts';
import type { ServiceContext } from '../run/context.ts';
import { type Admission, requestSignal } from './admission.ts';
import { answer } from './answer.ts';
import { observe, registry } from './metrics.ts';
import { openApiOf } from './openapi.ts';
import { ClientGone, HttpProblem, hasAnswer, TaskFailed } from './problems.ts';
import { inputOf, traceparentOf } from './request.ts';

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

export type { RequestHandler };

/** Wraps a handler, so that it has a place until it ends. */
type Admit = <P>(handler: RequestHandler<P>) => RequestHandler<P>;

/** Adds routes to an app. `parseBody` has the handlers of a route that accepts the body of the workload. */
export type Mount = (app: Express, admitted: Admit, parseBody: readonly RequestHandler[]) => void;

/** A started strategy: its function, its readiness, and its own routes. */
export type Strategy = {
  readonly compute: Compute;
  /** Returns true if a request would be served now; default: always. */
  readonly ready?: () => boolean | Promise<boolean>;
  /** Adds the routes of the strategy. */
  readonly mount?: Mount;
  /** True if it has all routes of jobs that the OpenAPI document describes. */
  readonly hasJobs?: boolean;
  /** Reads the metrics of all processes that serve one port; default: those of this process. */
  readonly readMetrics?: () => Promise<string>;
};

const computeHandler =
  ({ workload, config }: ServiceContext, compute: Compute): RequestHandler =>
  async (request, response) => {
    const input = inputOf(workload, request);
    const traceparent = traceparentOf(request);
    const { signal, deadlineAt, release } = requestSignal(response, config.REQUEST_TIMEOUT_MS);
    try {
      const result = await compute(input, { signal, deadlineAt, traceparent });
      answer(response, result, workload.answerType);
    } finally {
      release();
    }
  };

/** Refuses the other methods of a route. */
export const only =
  (...methods: string[]): RequestHandler =>
  ({ method, path }) => {
    const accepted = methods.join(', ');
    const detail = `${method} is not allowed on ${path}; accepted: ${accepted}`;
    throw new HttpProblem({ status: 405, detail }, { Allow: accepted });
  };

/** Creates the express app of all strategies: the workload's route, the light ones, and one handler of errors. */
export function createApp(
  context: ServiceContext,
  { compute, ready = () => true, mount, hasJobs, readMetrics = () => registry.metrics() }: Strategy,
  admission: Admission,
): Express {
  const { workload, config, log, lifecycle } = context;
  const route = `/${workload.name}`;
  const admitted: Admit = (handler) => (request, response, next) =>
    admission
      .admit(() => handler(request, response, next))
      .catch((error) => {
        throw hasAnswer(error) ? error : new TaskFailed(error);
      });
  const limits = { type: () => true, limit: config.MAX_BODY_BYTES, inflate: false };
  const parseBody = workload.bodyType ? [express.raw(limits)] : [];

  const app = express()
    .disable('x-powered-by')
    .disable('etag') // no client caches an answer by its hash
    // Each path has one spelling, as in the metrics and in the OpenAPI document.
    .enable('strict routing')
    .enable('case sensitive routing');
  app.use(observe);
  const handleTask = admitted(computeHandler(context, compute));
  if (workload.bodyType) app.post(route, ...parseBody, handleTask);
  if (workload.needsBody) app.all(route, only('POST'));
  else get(route, handleTask, ...(workload.bodyType ? ['POST'] : []));
  get('/hello', (_request, response) => void response.json({ hello: 'world' }));
  get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  get('/readyz', async (_request, response) => {
    if (!lifecycle.stopping && (await ready())) return void response.json({ status: 'ready' });
    const detail = 'starting, draining, or without a worker';
    throw new HttpProblem({ status: 503, detail }, { 'Retry-After': '1' });
  });
  get('/metrics', async (_request, response) => {
    response.type(registry.contentType).send(await readMetrics());
  });
  const openApi = openApiOf(workload, hasJobs);
  get('/openapi.json', (_request, response) => void response.json(openApi));
  mount?.(app, admitted, parseBody);
  app.use(({ path }) => {
    throw new HttpProblem({ status: 404, detail: `${path} is no route; see /openapi.json` });
  });
  app.use(problemHandler(log));
  return app;

  function get(path: string, handler: RequestHandler, ...more: string[]): void {
    app
      .route(path)
      .get(handler)
      .all(only('GET', 'HEAD', ...more));
  }
}
