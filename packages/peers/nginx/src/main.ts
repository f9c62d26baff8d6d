import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepare, supervise } from '@cpu-bound/service';
import { freePorts } from './ports.ts';
import { tuning } from './tuning.ts';

const LOOK_MS = 10;

/** Single processes, each on a port of its own; then nginx before them, which is also the first to be stopped. */
const setting = await prepare({ tuning });
const start = (file: string, env: Record<string, string>) => () =>
  fork(new URL(file, import.meta.url), { env: { ...process.env, ...env } });
const ports = await freePorts(setting.config.WORKERS);
const singles = ports.map((port) => {
  const own = { HOST: '127.0.0.1', PORT: String(port) };
  return supervise(setting, { what: 'single process', count: 1, start: start('./single.ts', own) });
});
// A process that does not answer yet would be left out by nginx for a while.
while (singles.some(({ up }) => up === 0) && !setting.lifecycle.stopping) await sleep(LOOK_MS);
const upstream = { SINGLE_PORTS: ports.join(',') };
supervise(setting, { what: 'nginx', count: 1, start: start('./front.ts', upstream) });
