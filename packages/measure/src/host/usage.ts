import { readFile, writeFile } from 'node:fs/promises';
import { defined } from '@cpu-bound/workload/defined';
import pidusage from 'pidusage';
import type { Seconds, Usage } from '../model.ts';
import { foreignShare, type MachineTicks, machineTicks, stolenShare } from './machine-ticks.ts';
import { familyOf, processesByMark } from './marker.ts';
import { talk } from './redis/redis.ts';
import type { LocalService, RemoteService, SelfReport } from './service.ts';

/** Counters that only grow; two readings give a window's usage. A counter that this platform lacks is absent. */
export type UsageReading = {
  readonly serverCpu?: Seconds;
  readonly serverRssBytes?: number;
  readonly report?: SelfReport['report'];
  readonly idleCpu?: Seconds;
  readonly redisCpu?: Seconds;
  readonly redisRssBytes?: number;
  /** CPU seconds of the bench itself. */
  readonly benchCpu: Seconds;
  readonly machine?: MachineTicks;
};

/** The processes whose usage is read. They are found beforehand, since the search takes time from the window. */
export type Trees = { readonly server: readonly number[]; readonly idle: readonly number[] };

/** Finds the processes of one service. */
export const treeOf = async (mark: string): Promise<number[]> => (await processesByMark([mark]))[0] ?? [];

/** Finds the process trees of a service with its backends, and of the idle services, by their marks. */
export async function treesOf(
  service: Pick<LocalService, 'kind' | 'mark' | 'backendPids'> | RemoteService,
  others: readonly string[] = [],
): Promise<Trees> {
  if (service.kind === 'remote') return { server: [], idle: (await processesByMark(others)).flat() };
  const [own = [], ...idle] = await processesByMark([service.mark, ...others]);
  const backends = await Promise.all(service.backendPids.map(familyOf));
  return { server: [...own, ...backends.flat()], idle: idle.flat() };
}

/** Reads the usage of a service, of the idle services, of Redis if there is one, and of the machine. */
export async function readUsage(
  trees: Trees,
  redisUrl: string | undefined,
  selfReport?: () => Promise<SelfReport>,
): Promise<UsageReading> {
  const [server, idleCpu, redis, machine] = await Promise.all([
    selfReport ? selfReport() : serverUsage(trees.server),
    cpuSeconds(trees.idle),
    redisUrl === undefined ? {} : redisUsage(redisUrl),
    machineTicks(),
  ]);
  const { user, system } = process.cpuUsage();
  return {
    ...server,
    ...defined({ idleCpu }),
    ...redis,
    benchCpu: (user + system) / 1e6,
    ...defined({ machine }),
  };
}

/**
 * Sums the CPU time of these processes: `ctime` counts user and system time in milliseconds, ended children included.
 */
export async function cpuSeconds(pids: readonly number[]): Promise<Seconds | undefined> {
  const alive = await statusesOf(pids);
  return alive.length === 0 ? undefined : alive.reduce((sum, { ctime }) => sum + ctime, 0) / 1000;
}

async function statusesOf(pids: readonly number[]) {
  const statuses = await Promise.all(pids.map((pid) => pidusage(pid).catch(() => undefined)));
  return statuses.filter((status) => status !== undefined);
}

async function serverUsage(
  pids: readonly number[],
): Promise<Pick<UsageReading, 'serverCpu' | 'serverRssBytes'>> {
  const alive = await statusesOf(pids);
  if (alive.length === 0) return {};
  const peaks = await Promise.all(alive.map(async ({ pid, memory }) => (await peakRss(pid)) ?? memory));
  return {
    serverCpu: alive.reduce((sum, { ctime }) => sum + ctime, 0) / 1000,
    serverRssBytes: peaks.reduce((sum, bytes) => sum + bytes, 0),
  };
}

/** Reads the kernel's own high-water mark of memory. Systems other than Linux give only the present size. */
async function peakRss(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kib = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return kib === undefined ? undefined : Number(kib) * 1024;
}

/**
 * Restarts the peaks of memory, so that they are the window's own (`man 5 proc`, clear_refs; Linux ≥ 4.0). Elsewhere
 * they cover the life of the process.
 */
export async function resetPeaks(pids: readonly number[]): Promise<void> {
  await Promise.all(pids.map((pid) => writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => {})));
}

/** Reads the usage that Redis reports about itself, wherever it runs. */
async function redisUsage(url: string): Promise<Pick<UsageReading, 'redisCpu' | 'redisRssBytes'>> {
  const info = await talk(
    url,
    async (redis) => `${await redis.info('cpu')}\n${await redis.info('memory')}`,
  ).catch(() => '');
  const field = (name: string) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1]);
  const cpu = field('used_cpu_sys') + field('used_cpu_user');
  const rss = field('used_memory_rss');
  return defined({
    redisCpu: Number.isFinite(cpu) ? cpu : undefined,
    redisRssBytes: Number.isFinite(rss) ? rss : undefined,
  });
}

/** Computes the usage between two readings. @param generatorCpu CPU seconds of the load generators meanwhile */
export function usageBetween(before: UsageReading, after: UsageReading, generatorCpu: Seconds): Usage {
  const grown = (field: 'serverCpu' | 'redisCpu' | 'idleCpu') => {
    const [from, to] = [before[field], after[field]];
    return from === undefined || to === undefined ? undefined : to - from;
  };
  const { serverRssBytes, redisRssBytes, report } = after;
  const [serverCpu, redisCpu, idleCpu] = [grown('serverCpu'), grown('redisCpu'), grown('idleCpu')];
  const ours =
    (serverCpu ?? 0) + (redisCpu ?? 0) + (idleCpu ?? 0) + generatorCpu + after.benchCpu - before.benchCpu;
  // A service that the bench did not start may be on this machine or on another: its processes are not known.
  const isLocal = report === undefined && serverCpu !== undefined;
  return defined({
    serverCpu: before.report && report ? selfReportedCpu(before, after) : serverCpu,
    redisCpu,
    generatorCpu,
    idleCpu,
    serverRssBytes,
    redisRssBytes,
    told: report && defined({ rssBytes: report.rssBytes, loopBusy: report.loopBusy }),
    steal: before.machine && after.machine && stolenShare(before.machine, after.machine),
    foreign:
      isLocal && before.machine && after.machine
        ? foreignShare(before.machine, after.machine, ours)
        : undefined,
  });
}

/** Two answers show little if the time between them is less than this share of the time between their requests. */
const FAR_ENOUGH = 0.5;

/**
 * Computes the CPU time between two answers. A busy service answers late, so the time is scaled to that between the
 * two requests.
 */
function selfReportedCpu(before: UsageReading, after: UsageReading): Seconds | undefined {
  const between = (clock: 'askedAtMs' | 'answeredAtMs') =>
    (after.report?.[clock] ?? 0) - (before.report?.[clock] ?? 0);
  const [asked, answered] = [between('askedAtMs'), between('answeredAtMs')];
  const counted = (after.serverCpu ?? 0) - (before.serverCpu ?? 0);
  // A service that is too busy to count reports the same figure again.
  return answered < FAR_ENOUGH * asked || counted <= 0 ? undefined : (counted * asked) / answered;
}
