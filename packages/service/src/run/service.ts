import { setTimeout as sleep } from 'node:timers/promises';
import { loadWorkload, type Workload, WorkloadError } from '@cpu-bound/workload';
import type { Logger } from 'pino';
import { createAdmission } from '../http/admission.ts';
import { type AppParts, createApp } from '../http/app.ts';
import { ConfigError, type ConfigWith, readConfig, type Tuning } from './config.ts';
import { createLifecycle, type Lifecycle } from './lifecycle.ts';
import { createLog } from './log.ts';
import { type ListenOptions, listen } from './server.ts';

/** What a process of a contestant starts from. */
export type Setting<T extends Tuning = Record<never, never>> = {
  readonly config: ConfigWith<T>;
  readonly workload: Workload;
  readonly log: Logger;
  readonly lifecycle: Lifecycle;
};

/** A strategy, started: the port, whether it would serve a request now, and what only it has. */
export type Strategy = Pick<AppParts, 'compute' | 'extension' | 'gauges' | 'mergeMetrics'> & {
  readonly ready?: () => boolean;
};

/** Reads configuration and workload; prints every problem and exits 1 where they are unusable. */
export async function prepare<T extends Tuning = Record<never, never>>(
  options: { minWorkers?: number; supervised?: boolean; tuning?: T } = {},
): Promise<Setting<T>> {
  try {
    const config = readConfig(process.env, options);
    const log = createLog(config.LOG_LEVEL);
    const workload = await loadWorkload(config.WORKLOAD);
    return {
      config,
      workload,
      log,
      lifecycle: createLifecycle(log, config.DRAIN_DELAY_MS + config.DRAIN_TIMEOUT_MS, options.supervised),
    };
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof WorkloadError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** Serves the HTTP contract with a strategy until the process is told to stop. */
export async function serve(
  setting: Setting,
  { ready, ...strategy }: Strategy,
  how?: ListenOptions,
): Promise<void> {
  const { config, workload, log, lifecycle } = setting;
  const app = createApp({
    ...strategy,
    workload,
    admission: createAdmission(config.MAX_PENDING),
    requestTimeoutMs: config.REQUEST_TIMEOUT_MS,
    maxBodyBytes: config.MAX_BODY_BYTES,
    ready: () => !lifecycle.stopping && (ready?.() ?? true),
    onUnexpected: (err, traceparent) => log.error({ err, traceparent }, 'a request failed'),
  });
  const server = await listen(app, config.HOST, config.PORT, how);
  lifecycle.onStop('http server', async () => {
    await sleep(config.DRAIN_DELAY_MS);
    await server.drain(config.DRAIN_TIMEOUT_MS);
  });
  log.info({ host: config.HOST, port: server.port, workload: workload.name }, 'listening');
}
