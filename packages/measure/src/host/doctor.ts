import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { availableCores, cpuQuota } from '@cpu-bound/service/container';
import { processLimit } from '../model/process-limit.ts';
import type { Check } from '../model.ts';
import { machineTicks, stolenShare } from './machine-ticks.ts';
import { run } from './run.ts';

/** Makes a check, or returns undefined if this platform does not give the fact: nothing is guessed. */
type Examiner = () => Promise<Check | undefined> | Check | undefined;

const read = (file: string) => readFile(file, 'utf8').catch(() => undefined);

const LEAST_MEMORY = 2 ** 30;
const MOST_LOAD_PER_CORE = 0.5;
const MOST_STEAL = 0.02;
const STEAL_OVER_MS = 1_000;
/** The sockets of the generator's most connections on both sides, with a margin. */
const LEAST_FILES = 4_096;
const LEAST_PORTS = 10_000;
/** Four strategies side by side on two cores, and the generators, have 120 processes and threads. */
const LEAST_PROCESSES = 300;

const cores: Examiner = () => ({
  id: 'cores',
  fit: availableCores() >= 2,
  detail: `${availableCores()} available`,
  remedy:
    'with one core nothing can run in parallel, and the generator takes its share of it: use two or more',
});

const quota: Examiner = () => {
  const limit = cpuQuota();
  if (!limit) return undefined;
  return {
    id: 'CPU quota',
    fit: limit.cores >= availableCores() && limit.throttled === 0,
    detail: `the time of ${limit.cores} cores for ${availableCores()} workers; throttled ${limit.throttled} times so far`,
    remedy:
      'a process that uses up this time stops until the end of each tenth of a second: give the container full cores (--cpuset-cpus), or set WORKERS to their number',
  };
};

const nodeVersion: Examiner = () => ({
  id: 'Node.js',
  fit: Number(process.versions.node.split('.')[0]) >= 22,
  detail: `${process.versions.node} runs the bench`,
  remedy: 'start it with `npx -y pnpm@12 bench …`, which uses a newer one',
});

const memory: Examiner = () => {
  const bytes = process.availableMemory();
  return {
    id: 'free memory',
    fit: bytes >= LEAST_MEMORY,
    detail: bytes >= 2 ** 30 ? `${(bytes / 2 ** 30).toFixed(1)} GiB` : `${Math.round(bytes / 2 ** 20)} MiB`,
    remedy: 'end programs that need memory: a process that is swapped out waits for the disk',
  };
};

const load: Examiner = () => {
  const [minute = 0] = loadavg();
  if (process.platform === 'win32') return undefined;
  const limit = MOST_LOAD_PER_CORE * availableCores();
  return {
    id: 'load',
    fit: minute <= limit,
    detail: `${minute.toFixed(2)} over the last minute; it should be at most ${limit}`,
    remedy: 'end other programs, and wait a minute',
  };
};

const steal: Examiner = async () => {
  const before = await machineTicks();
  await sleep(STEAL_OVER_MS);
  const after = await machineTicks();
  const share = before && after && stolenShare(before, after);
  if (share === undefined) return undefined;
  return {
    id: 'steal',
    fit: share <= MOST_STEAL,
    detail: `${(share * 100).toFixed(1)} % of the CPU time went to other guests of this host`,
    remedy: 'use a machine with dedicated cores, or measure at a quieter hour and with more rounds',
  };
};

const frequency: Examiner = async () => {
  const governor = (await read('/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor'))?.trim();
  if (governor === undefined) return undefined;
  return {
    id: 'frequency scaling',
    fit: governor === 'performance',
    detail: `governor ${governor}`,
    remedy: 'sudo cpupower frequency-set --governor performance',
  };
};

/** Reads how many files a process may open; infinite if the system has no limit, or does not report it. */
export async function fileLimit(): Promise<number> {
  const text = (await run('sh', ['-c', 'ulimit -n']).catch(() => undefined))?.stdout ?? '';
  return Number.parseInt(text, 10) || Number.POSITIVE_INFINITY;
}

const files: Examiner = async () => {
  const limit = await fileLimit();
  if (!Number.isFinite(limit)) return undefined;
  return {
    id: 'file descriptors',
    fit: limit >= LEAST_FILES,
    detail: `${limit} a process`,
    remedy: `ulimit -n ${LEAST_FILES * 4}`,
  };
};

const processes: Examiner = () => {
  const limit = processLimit();
  if (!limit) return undefined;
  return {
    id: 'processes',
    fit: limit.most - limit.used >= LEAST_PROCESSES,
    detail: `${limit.name} allows ${limit.most} processes and threads, of which ${limit.used} are there`,
    remedy: `allow ${LEAST_PROCESSES} more: ulimit -u 4096, docker run --pids-limit 4096, or TasksMax=4096 of systemd`,
  };
};

const ports: Examiner = async () => {
  const range = (await read('/proc/sys/net/ipv4/ip_local_port_range'))?.trim().split(/\s+/).map(Number);
  if (!range) return undefined;
  const count = (range[1] ?? 0) - (range[0] ?? 0) + 1;
  return {
    id: 'loopback ports',
    fit: count >= LEAST_PORTS,
    detail: `${count} for outgoing connections`,
    remedy: 'sudo sysctl net.ipv4.ip_local_port_range="32768 60999"',
  };
};

/** Examines this machine. It takes a second, because the steal is measured over one. */
export async function examine(): Promise<Check[]> {
  const examinations = [cores, quota, nodeVersion, memory, load, steal, frequency, files, processes, ports];
  return (await Promise.all(examinations.map((examination) => examination()))).filter(
    (check) => check !== undefined,
  );
}
