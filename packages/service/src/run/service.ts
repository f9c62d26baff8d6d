import { loadWorkload, type Workload, WorkloadError } from '@cpu-bound/workload';
import type { Express } from 'express';
import { type Logger, pino } from 'pino';
import type { Compute } from '../contract.ts';
import { createAdmission } from '../http/admission.ts';
import { createApp } from '../http/app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { createLifecycle, type Lifecycle } from './lifecycle.ts';
import { listen } from './server.ts';

/** What a process of a contestant starts from. */
export type Setting = {
  readonly config: Config;
  readonly workload: Workload;
  readonly log: Logger;
  readonly lifecycle: Lifecycle;
};

/** A strategy, started: the port, and whether it would serve a request now. */
export type Strategy = {
  readonly compute: Compute;
  readonly ready?: () => boolean;
  readonly extend?: (app: Express) => void;
};

/** Reads configuration and workload; prints every problem and exits 1 where they are unusable. */
export async function prepare(options: { minWorkers?: number; supervised?: boolean } = {}): Promise<Setting> {
  try {
    const config = readConfig(process.env, options);
    const log = pino(
      { level: config.LOG_LEVEL, base: { pid: process.pid } },
      pino.destination({ sync: true }),
    );
    const workload = await loadWorkload(config.WORKLOAD);
    return {
      config,
      workload,
      log,
      lifecycle: createLifecycle(log, config.DRAIN_TIMEOUT_MS, options.supervised),
    };
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof WorkloadError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** Serves the HTTP contract with a strategy until the process is told to stop. */
export async function serve(setting: Setting, { compute, ready, extend }: Strategy): Promise<void> {
  const { config, workload, log, lifecycle } = setting;
  const app = createApp({
    workload,
    compute,
    admission: createAdmission(config.MAX_PENDING),
    requestTimeoutMs: config.REQUEST_TIMEOUT_MS,
    ready: () => !lifecycle.stopping && (ready?.() ?? true),
    onUnexpected: (err) => log.error({ err }, 'a request failed'),
    ...(extend && { extend }),
  });
  const server = await listen(app, config.HOST, config.PORT);
  lifecycle.onStop('http server', () => server.drain(config.DRAIN_TIMEOUT_MS));
  log.info({ host: config.HOST, port: server.port, workload: workload.name }, 'listening');
}
