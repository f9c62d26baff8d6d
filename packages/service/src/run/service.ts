import { setTimeout as sleep } from 'node:timers/promises';
import { createAdmission } from '../http/admission.ts';
import { type AppParts, createApp } from '../http/app.ts';
import { createPace } from '../http/pace.ts';
import { createUnread } from '../http/unread.ts';
import { createUploads } from '../http/uploads.ts';
import type { Setting } from './prepare.ts';
import { type ListenOptions, listen } from './server.ts';

/** A strategy, started: the port, whether it would serve a request now, and what only it has. */
export type Strategy = Pick<AppParts, 'compute' | 'extension' | 'gauges' | 'mergeMetrics'> & {
  readonly ready?: () => boolean;
};

/** Serves the HTTP contract with a strategy until the process gets a signal to stop. */
export async function serve(
  setting: Setting,
  { ready, ...strategy }: Strategy,
  how?: Pick<ListenOptions, 'reusePort'>,
): Promise<void> {
  const { config, workload, log, lifecycle } = setting;
  const pace = createPace({ stallMs: config.STALL_TIMEOUT_MS, minBytesPerS: config.MIN_BYTES_PER_S });
  const app = createApp({
    ...strategy,
    workload,
    admission: createAdmission(config.MAX_PENDING),
    uploads: createUploads({ maxBytes: config.MAX_BODY_BYTES, mostBytes: config.MAX_BODIES_BYTES, pace }),
    unread: createUnread(config.MAX_UNREAD_BYTES, pace),
    requestTimeoutMs: config.REQUEST_TIMEOUT_MS,
    ready: () => !lifecycle.stopping && (ready?.() ?? true),
    onUnexpected: (err, traceparent) => log.error({ err, traceparent }, 'a request failed'),
  });
  const server = await listen(app, {
    ...how,
    host: config.HOST,
    port: config.PORT,
    uploadTimeoutMs: config.UPLOAD_TIMEOUT_MS,
    pace,
  });
  lifecycle.onStop('http server', async () => {
    await sleep(config.DRAIN_DELAY_MS);
    await server.drain(config.DRAIN_TIMEOUT_MS);
  });
  log.info({ host: config.HOST, port: server.port, workload: workload.name }, 'listening');
}
