import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { availableCores, cpuQuota } from '@cpu-bound/service/container';
import { runLike, smallestFound } from '@cpu-bound/stats/detection';
import { quantile, sortedCopy, standardDeviation } from '@cpu-bound/stats/moments';
import { processLimit } from '../model/process-limit.ts';
import type { Check, Milliseconds } from '../model.ts';
import { machineTicks, stolenShare } from './proc.ts';
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
  const before = machineTicks();
  await sleep(STEAL_OVER_MS);
  const after = machineTicks();
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

/** As `standard`: rounds of two arms in turn, with this number of blocks each. */
const ROUNDS = 10;
const BLOCKS = 2;
const PAIRS = 6;
const STRETCHES = ROUNDS * BLOCKS * 2;
const STRETCH_MS: Milliseconds = 100;
const MOST_RATIO = 1.15;
const MOST_LAG_MS = 5;

/** Does the same work every time. Its rate in each tenth of a second shows how steady a core is. */
function spin(): number {
  let sum = 0;
  for (let index = 0; index < 200_000; index++) sum = (sum + (index ^ (sum >> 3))) & 0xff_ffff;
  return sum;
}

/** Measures the rate of the same work in each stretch, and how late a timer fires that is set for its end. */
async function measureStretches(): Promise<{ rates: number[]; lags: Milliseconds[] }> {
  const rates: number[] = [];
  const lags: Milliseconds[] = [];
  for (let index = 0; index < STRETCHES; index++) {
    const began = performance.now();
    let done = 0;
    while (performance.now() - began < STRETCH_MS) done += spin() >= 0 ? 1 : 0;
    rates.push(done / (performance.now() - began));
    const due = performance.now() + 2;
    await new Promise((resolve) => setTimeout(resolve, 2));
    lags.push(Math.max(0, performance.now() - due));
  }
  return { rates, lags };
}

/** The ratio that 19 of 20 runs with verdicts would find, as if the stretches were windows of two contestants in turn. */
function ratioFound(rates: readonly number[]): number {
  const tables = Array.from({ length: ROUNDS }, (_, round) => {
    const inRound = rates.slice(round * BLOCKS * 2, (round + 1) * BLOCKS * 2).map(Math.log);
    return [0, 1].map((arm) => inRound.filter((_rate, index) => index % 2 === arm));
  });
  const run = runLike([tables]);
  return quantile(run ? smallestFound(run, { family: PAIRS, seed: 'steadiness', simulated: 200 }) : [], 0.95);
}

/**
 * Checks the machine before a run spends its time, in five seconds of one core. It measures how much the speed
 * scatters from one tenth of a second to the next, and how late timers fire. It also estimates the smallest
 * difference that a run with verdicts would show here.
 */
export async function steadinessChecks(): Promise<Check[]> {
  const { rates, lags } = await measureStretches();
  const scatter = standardDeviation(rates.map(Math.log));
  const ratio = ratioFound(rates);
  const lag = quantile(sortedCopy(lags), 0.95);
  return [
    {
      id: 'steadiness',
      fit: ratio <= MOST_RATIO,
      detail: `the speed of a core varies by ${(scatter * 100).toFixed(1)} % between tenths of a second: 19 of 20 runs of ${ROUNDS} rounds would find a factor of ${ratio.toFixed(2)}`,
      remedy: 'measure at a quieter hour, end other programs, or take more rounds',
    },
    {
      id: 'timers',
      fit: lag <= MOST_LAG_MS,
      detail: `fire up to ${lag.toFixed(1)} ms late (p95)`,
      remedy:
        'latencies get intervals that are wider by as much; a quieter machine, or root for real-time priority, helps',
    },
  ];
}
