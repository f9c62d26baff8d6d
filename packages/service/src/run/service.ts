import { Gauge } from 'prom-client';
import { createAdmission } from '../http/admission.ts';
import { type AppParts, createApp, traceparentOf } from '../http/app.ts';
import { registry } from '../http/metrics.ts';
import { openApiOf } from '../http/openapi.ts';
import type { ServiceContext } from './context.ts';
import { type ListenOptions, listen } from './server.ts';

/** A started strategy: its function, its readiness, and its own routes. */
export type Strategy = Pick<AppParts, 'compute' | 'mount' | 'readMetrics'> & {
  readonly ready?: AppParts['ready'];
  /** True if it has all routes of jobs that the OpenAPI document describes. */
  readonly hasJobs?: boolean;
};

/** Serves the HTTP contract with a strategy until the process gets a signal to stop. */
export async function serve(
  { config, workload, log, lifecycle }: ServiceContext,
  { ready, hasJobs, ...strategy }: Strategy,
  how?: Pick<ListenOptions, 'reusePort' | 'begin' | 'end'>,
): Promise<void> {
  const admission = createAdmission(config.MAX_PENDING);
  new Gauge({
    name: 'requests_pending',
    help: 'Accepted, unfinished.',
    registers: [registry],
    collect() {
      this.set(admission.pending);
    },
  });
  const app = createApp({
    ...strategy,
    workload,
    admission,
    openApi: openApiOf(workload, hasJobs),
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
