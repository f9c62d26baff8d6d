import type { Workload } from '@cpu-bound/workload';
import express, { type Express, type RequestHandler } from 'express';
import type { Compute } from '../contract.ts';
import type { Admission } from './admission.ts';
import { openApiDocument } from './openapi.ts';
import { HttpProblem, problemHandler } from './problems.ts';
import { singleValued } from './query.ts';
import { requestSignal } from './request-signal.ts';

export type AppParts = {
  readonly workload: Workload;
  readonly compute: Compute;
  readonly admission: Admission;
  readonly requestTimeoutMs: number;
  /** Whether a request would be served now. */
  readonly ready: () => boolean;
  /** Told of errors that are no problem of the client's. */
  readonly onUnexpected: (error: unknown) => void;
  /** Routes that only this strategy has. */
  readonly extend?: (app: Express) => void;
};

function computeHandler({ workload, compute, admission, requestTimeoutMs }: AppParts): RequestHandler {
  return async (request, response) => {
    const input = workload.parse(singleValued(request.query));
    admission.enter();
    const { signal, release } = requestSignal(response, requestTimeoutMs);
    try {
      const { output, computeMs, worker } = await compute(input, { signal });
      response.json({ ...output, computeMs, worker });
    } finally {
      release();
      admission.leave();
    }
  };
}

/** Refuses the other methods of a route that exists. */
const onlyGet: RequestHandler = (request, _response, next) => {
  const detail = `${request.method} is not allowed on ${request.path}; accepted: GET`;
  next(new HttpProblem({ title: 'Method Not Allowed', status: 405, detail }, { Allow: 'GET, HEAD' }));
};

/** The express app that all strategies share: the workload's route, the light ones, and the errors. */
export function createApp(parts: AppParts): Express {
  const { workload, ready, onUnexpected, extend } = parts;
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  const document = openApiDocument(workload);
  const gets: Readonly<Record<string, RequestHandler>> = {
    [`/${workload.name}`]: computeHandler(parts),
    '/hello': (_request, response) => void response.json({ hello: 'world' }),
    '/healthz': (_request, response) => void response.json({ status: 'ok' }),
    '/readyz': (_request, response) => {
      if (!ready()) {
        const detail = 'starting, draining, or without a worker';
        throw new HttpProblem({ title: 'Service Unavailable', status: 503, detail }, { 'Retry-After': '1' });
      }
      response.json({ status: 'ready' });
    },
    '/openapi.json': (_request, response) => void response.json(document),
  };
  for (const [path, handler] of Object.entries(gets)) app.route(path).get(handler).all(onlyGet);
  extend?.(app);
  app.use((request, _response, next) => {
    const detail = `there is nothing at ${request.path}; see /openapi.json`;
    next(new HttpProblem({ title: 'Not Found', status: 404, detail }));
  });
  app.use(problemHandler(onUnexpected));
  return app;
}
