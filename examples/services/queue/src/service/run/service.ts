import { type AppParts, createApp } from '../http/app.js';
import { traceparentOf } from '../http/request.js';
import type { ServiceContext } from './context.js';
import { type ListenOptions, listen } from './server.js';

/** A started strategy: its function, its readiness, and its own routes and metrics. */
export type Strategy = Pick<AppParts, 'compute' | 'extension' | 'gauges' | 'mergeMetrics'> & {
  readonly ready?: AppParts['ready'];
};

/** Serves the HTTP contract with a strategy until the process gets a signal to stop. */
export async function serve(
  { config, workload, log, lifecycle }: ServiceContext,
  { ready, ...strategy }: Strategy,
  how?: Pick<ListenOptions, 'reusePort' | 'source' | 'passedOn'>,
): Promise<void> {
  const app = createApp({
    ...strategy,
    workload,
    maxPending: config.MAX_PENDING,
    maxBodyBytes: config.MAX_BODY_BYTES,
    requestTimeoutMs: config.REQUEST_TIMEOUT_MS,
    ready: () => !lifecycle.stopping && (ready?.() ?? true),
    onUnexpected: (err, request) => {
      const traceparent = traceparentOf(request.get('traceparent'));
      log.error({ err, traceparent }, 'a request failed');
    },
  });
  const server = await listen(app, { ...config, ...how });
  lifecycle.onStop('http server', () => server.drain());
  log.info({ host: config.HOST, port: server.port, workload: workload.name }, 'listening');
}
