import type { RequestListener, ServerResponse } from 'node:http';
import type { Workload } from '@cpu-bound/workload';
import { defined } from '@cpu-bound/workload/defined';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import type { Compute } from '../contract.ts';
import type { Admission } from './admission.ts';
import { type Admit, createAdmitted, type ReadBody } from './admitted.ts';
import { answer } from './answer.ts';
import { limits } from './limits.ts';
import { createMetrics, type GaugeSource, type Metrics } from './metrics.ts';
import { openApiDocument } from './openapi.ts';
import { HttpProblem, NotFound, problemHandler, refuseUnrouted } from './problems.ts';
import { singleValued } from './query.ts';
import { createEarlyRefusal } from './refusal.ts';
import { requestSignal } from './request-signal.ts';
import { traceparentOf } from './traceparent.ts';
import { plainEnd, type UnreadAnswers } from './unread.ts';
import type { Uploads } from './uploads.ts';

/** How an extension's handlers take a place like the others. */
export type MountPoint = {
  readonly app: Express;
  readonly admitted: Admit;
  /** Where the workload takes a body. */
  readonly readBody?: ReadBody;
};

/** Routes that only one strategy has: how they are mounted, and the paths of its OpenAPI document. */
export type Extension = {
  /** Routes of it that are posted to with the workload's body, where that takes one. */
  readonly bodyRoutes?: readonly string[];
  readonly mount: (mounting: MountPoint) => void;
  readonly paths: Readonly<Record<string, object>>;
};

export type AppParts = {
  readonly workload: Workload;
  readonly compute: Compute;
  readonly admission: Admission;
  readonly uploads: Uploads;
  readonly unread: UnreadAnswers;
  readonly requestTimeoutMs: number;
  /** Whether a request would be served now. */
  readonly ready: () => boolean;
  /** Told of errors that are no problem of the client's, and of the trace that they belong to. */
  readonly onUnexpected: (error: unknown, traceparent?: string) => void;
  readonly extension?: Extension;
  readonly gauges?: readonly GaugeSource[];
  /** Where several processes serve one port: the text of all their metrics. */
  readonly mergeMetrics?: (registry: Metrics['registry']) => () => Promise<string>;
};

function computeHandler({ workload, compute, requestTimeoutMs }: AppParts, read?: ReadBody): RequestHandler {
  return async (request, response) => {
    const body = await read?.(request, response);
    const input = workload.parse(singleValued(request.query), body);
    const { signal, deadlineAt, release } = requestSignal(response, requestTimeoutMs);
    const traceparent = traceparentOf(request.get('traceparent'));
    try {
      const { output, computeMs, worker } = await compute(
        input,
        defined({ signal, deadlineAt, traceparent }),
      );
      answer(response, { output, computeMs, worker });
    } finally {
      release();
    }
  };
}

/** Refuses the other methods of a route that exists. */
export const only =
  (...methods: string[]): RequestHandler =>
  (request, _response, next) => {
    const detail = `${request.method} is not allowed on ${request.path}; accepted: ${methods.join(', ')}`;
    next(
      new HttpProblem({ title: 'Method Not Allowed', status: 405, detail }, { Allow: methods.join(', ') }),
    );
  };

/** Who asks while an answer is made gets that one: a crowd of scrapers costs what one does. */
function shared<T>(make: () => Promise<T>): () => Promise<T> {
  let making: Promise<T> | undefined;
  return () =>
    (making ??= make().finally(() => {
      making = undefined;
    }));
}

/** Has express end what is more than a few words by way of `unread`; see “Overriding the Express API” in its guide. */
const endBy = (unread: UnreadAnswers): typeof plainEnd =>
  function (this: ServerResponse, ...parameters: unknown[]) {
    const [body] = parameters;
    if (!(body instanceof Uint8Array)) return plainEnd.apply(this, parameters);
    unread.end(this, body);
    return this;
  };

/** What all strategies share: an express app with the workload's route, the light ones, and the errors. */
export function createApp(parts: AppParts): RequestListener {
  const { workload, ready, onUnexpected, admission, extension, gauges = [], mergeMetrics } = parts;
  const app = express()
    .disable('x-powered-by')
    .disable('etag') // no client caches an answer by its hash
    // One spelling of each path, which is also the one in the metrics and in the OpenAPI document.
    .enable('strict routing')
    .enable('case sensitive routing');
  Object.assign(app.response, { end: endBy(parts.unread) });
  // What was computed is sent: express would take `If-None-Match: *` for a reason not to.
  Object.defineProperty(app.request, 'fresh', { value: false });
  const { admitted, readBody } = createAdmitted(admission, workload.bodyFor && parts.uploads);
  const document = openApiDocument(workload, extension?.paths);
  const pending = { name: 'requests_pending', help: 'Accepted, unfinished.', read: () => admission.pending };
  const { registry, observe, refused } = createMetrics(new Set(Object.keys(document.paths)), [
    pending,
    ...gauges,
  ]);
  const metrics = shared(mergeMetrics?.(registry) ?? (() => registry.metrics()));
  const route = `/${workload.name}`;
  const gets: Readonly<Record<string, RequestHandler>> = {
    [route]: admitted(computeHandler(parts)),
    '/hello': (_request, response) => void response.json({ hello: 'world' }),
    '/healthz': (_request, response) => void response.json({ status: 'ok' }),
    '/readyz': (_request, response) => {
      if (!ready()) {
        const detail = 'starting, draining, or without a worker';
        throw new HttpProblem({ title: 'Service Unavailable', status: 503, detail }, { 'Retry-After': '1' });
      }
      response.json({ status: 'ready' });
    },
    '/metrics': async (_request, response) => void response.type(registry.contentType).send(await metrics()),
    '/openapi.json': (_request, response) => void response.json(document),
  };
  const takesBody = workload.bodyFor !== undefined;
  app.use(
    observe,
    limits(Object.keys(document.paths), takesBody ? [route, ...(extension?.bodyRoutes ?? [])] : []),
  );
  if (takesBody) app.post(route, admitted(computeHandler(parts, readBody)));
  for (const [path, handler] of Object.entries(gets)) {
    const methods = path === route && takesBody ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'];
    app
      .route(path)
      .get(handler)
      .all(only(...methods));
  }
  extension?.mount(defined({ app, admitted, readBody: takesBody ? readBody : undefined }));
  app.use((request, _response, next) => next(new NotFound(request.path)));
  app.use(problemHandler(onUnexpected));
  const refuse = createEarlyRefusal(route, admission, () => refused(route, 503));
  const unrouted = refuseUnrouted(onUnexpected, (status) => refused('other', status));
  return (request, response) => {
    if (refuse(request, response)) return;
    app(request as Request, response as Response, (error) => unrouted(response as Response, error));
  };
}
