import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepare } from '@cpu-bound/service/run/prepare';
import { supervise } from '@cpu-bound/service/run/supervise';
import { freePorts, tuning } from './conf.ts';

const POLL_MS = 10;

/** Starts single processes, each on its own port, and then nginx in front of them, which is stopped first. */
const context = await prepare({ tuning });
const start = (file: string, env: Record<string, string>) => () =>
  fork(new URL(file, import.meta.url), { env: { ...process.env, ...env } });
const { WORKERS, MAX_PENDING } = context.config;
const ports = await freePorts(WORKERS);
const singles = ports.map((port) => {
  // The limit is the service's: each process has a part of it.
  const places = { MAX_PENDING: String(Math.ceil(MAX_PENDING / WORKERS)) };
  const environment = { HOST: '127.0.0.1', PORT: String(port), ...places };
  return supervise(context, { what: 'single process', count: 1, start: start('./single.ts', environment) });
});
// nginx would ignore a process that does not answer yet for a while.
while (singles.some(({ up }) => up === 0) && !context.lifecycle.stopping) await sleep(POLL_MS);
const upstream = { SINGLE_PORTS: ports.join(',') };
supervise(context, { what: 'nginx', count: 1, start: start('./front.ts', upstream) });
