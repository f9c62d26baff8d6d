import { InvalidParameter, type Query, type ServedWorkload } from '../../workload/index.js';
import express, { type Express, type Request, type RequestHandler } from 'express';
import type { Compute } from '../contract.js';
import type { Admission } from './admission.js';
import { answer } from './answer.js';
import { observe, registry } from './metrics.js';
import { problemHandler } from './problem-handler.js';
import { HttpProblem, hasAnswer, TaskFailed } from './problems.js';
import { requestSignal } from './signal.js';

/** Wraps a handler, so that it has a place until it ends. */
type Admit = <P>(handler: RequestHandler<P>) => RequestHandler<P>;

/** Adds routes to an app. `parseBody` has the handlers of a route that accepts the body of the workload. */
export type Mount = (app: Express, admitted: Admit, parseBody: readonly RequestHandler[]) => void;

export type AppParts = {
  readonly workload: ServedWorkload;
  readonly compute: Compute;
  readonly admission: Admission;
  readonly maxBodyBytes: number;
  readonly requestTimeoutMs: number;
  /** The OpenAPI document. */
  readonly openApi: object;
  /** Returns true if a request would be served now. */
  readonly ready: () => boolean | Promise<boolean>;
  /** Receives the errors that a client did not cause. */
  readonly onUnexpected: (error: unknown, request: Request) => void;
  /** Adds the routes of the strategy. */
  readonly mount?: Mount;
  /** Reads the metrics of all processes that serve one port; default: those of this process. */
  readonly readMetrics?: () => Promise<string>;
};

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

/**
 * Matches a `traceparent` of version 00, or of a later version, which may have more fields. Version ff is invalid, and so is
 * an id of zeros.
 */
const VALID = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-[^,\s]{1,200})?$/;

/** Returns a `traceparent` as it is, to be passed on, or undefined if it is invalid (W3C Trace Context, §3.2). */
export const traceparentOf = (header: string | undefined): string | undefined =>
  header !== undefined && VALID.test(header) ? header : undefined;

/**
 * Returns the octets of a request's body, on a buffer of their own. Node puts small bodies into a common buffer, and a
 * thread that gets some octets gets their whole buffer. A request without a body, or of a workload that accepts none, has
 * no octets.
 */
export function bodyOf({ body }: Pick<Request, 'body'>): Uint8Array {
  if (!(body instanceof Uint8Array)) return new Uint8Array();
  return body.length === body.buffer.byteLength ? new Uint8Array(body.buffer) : new Uint8Array(body);
}

function computeHandler({ workload, compute, requestTimeoutMs }: AppParts): RequestHandler {
  return async (request, response) => {
    const input = workload.parse(singleValued(request.query), bodyOf(request as Request));
    const traceparent = traceparentOf(request.get('traceparent'));
    const { signal, deadlineAt, release } = requestSignal(response, requestTimeoutMs);
    try {
      const result = await compute(input, { signal, deadlineAt, traceparent });
      answer(response, result, workload.answerType);
    } finally {
      release();
    }
  };
}

/** Refuses the other methods of a route. */
export const only =
  (...methods: string[]): RequestHandler =>
  ({ method, path }) => {
    const accepted = methods.join(', ');
    const detail = `${method} is not allowed on ${path}; accepted: ${accepted}`;
    throw new HttpProblem({ status: 405, detail }, { Allow: accepted });
  };

/** Creates the express app of all strategies: the workload's route, the light ones, and one handler of errors. */
export function createApp(parts: AppParts): Express {
  const { workload, admission, readMetrics = () => registry.metrics() } = parts;
  const route = `/${workload.name}`;
  const admitted: Admit = (handler) => (request, response, next) =>
    admission
      .admit(() => handler(request, response, next))
      .catch((error) => {
        throw hasAnswer(error) ? error : new TaskFailed(error);
      });
  const limits = { type: () => true, limit: parts.maxBodyBytes, inflate: false };
  const parseBody = workload.bodyType ? [express.raw(limits)] : [];

  const app = express()
    .disable('x-powered-by')
    .disable('etag') // no client caches an answer by its hash
    // Each path has one spelling, as in the metrics and in the OpenAPI document.
    .enable('strict routing')
    .enable('case sensitive routing');
  app.use(observe);
  const compute = admitted(computeHandler(parts));
  if (workload.bodyType) app.post(route, ...parseBody, compute);
  if (workload.needsBody) app.all(route, only('POST'));
  else get(route, compute, ...(workload.bodyType ? ['POST'] : []));
  get('/hello', (_request, response) => void response.json({ hello: 'world' }));
  get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  get('/readyz', async (_request, response) => {
    if (await parts.ready()) return void response.json({ status: 'ready' });
    const detail = 'starting, draining, or without a worker';
    throw new HttpProblem({ status: 503, detail }, { 'Retry-After': '1' });
  });
  get('/metrics', async (_request, response) => {
    response.type(registry.contentType).send(await readMetrics());
  });
  get('/openapi.json', (_request, response) => void response.json(parts.openApi));
  parts.mount?.(app, admitted, parseBody);
  app.use(({ path }) => {
    throw new HttpProblem({ status: 404, detail: `${path} is no route; see /openapi.json` });
  });
  app.use(problemHandler(parts.onUnexpected));
  return app;

  function get(path: string, handler: RequestHandler, ...more: string[]): void {
    app
      .route(path)
      .get(handler)
      .all(only('GET', 'HEAD', ...more));
  }
}
