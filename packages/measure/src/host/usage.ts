import { cpus } from 'node:os';
import { defined } from '@cpu-bound/workload/defined';
import pidusage from 'pidusage';
import type { Milliseconds, Seconds, Usage } from '../model.ts';
import { familyOf, processesByMark } from './marker.ts';
import { memoryOf } from './memory.ts';
import {
  cpuOf,
  familyIn,
  listeningSockets,
  type MachineTicks,
  machineTicks,
  ownersOf,
  type ProcessTable,
  processTable,
  roughCpuOf,
  stolenShare,
} from './proc.ts';
import { infoOf } from './redis/redis.ts';
import type { LocalService, RemoteService, SelfReport } from './service.ts';

/** Counters that only grow; two readings give a window's usage. A counter that this platform lacks is absent. */
export type UsageReading = {
  readonly at: Milliseconds;
  readonly serverCpu?: Seconds;
  readonly report?: SelfReport['report'];
  /** The CPU time of each of the other services, by its name. */
  readonly idleCpu?: Readonly<Record<string, Seconds>>;
  readonly redisCpu?: Seconds;
  readonly redisRssBytes?: number;
  /** The CPU time of all processes that are neither the bench's nor a service's nor its backend's. */
  readonly othersCpu?: Seconds;
  readonly machine?: MachineTicks;
};

type ServerMemory = Pick<Usage, 'serverMemoryBytes' | 'serverRssBytes'>;

type OwnProcesses = Pick<LocalService, 'mark' | 'backendPids' | 'place'>;
type MeasuredService = ({ readonly kind: 'local' } & OwnProcesses) | Pick<RemoteService, 'kind'>;

/** The roots of each service's processes, found beforehand: the search takes time from the window. */
export type Trees = {
  readonly server: readonly number[];
  readonly idle: Readonly<Record<string, readonly number[]>>;
};

export const processesOf = async (service: OwnProcesses): Promise<number[]> =>
  (await processesOfEach([service]))[0] ?? [];

/** Finds those with the mark, whoever listens on the port, and the backends, each with its descendants. */
async function processesOfEach(services: readonly OwnProcesses[]): Promise<number[][]> {
  const [byMark, listening] = await Promise.all([
    processesByMark(services.map(({ mark }) => mark)),
    listeningSockets(),
  ]);
  return Promise.all(
    services.map(async ({ backendPids, place }, index) => {
      const marked = byMark[index] ?? [];
      const listeners = await ownersOf(listening.get(place.port) ?? new Set(), marked);
      const others = listeners.filter((pid) => pid !== process.pid && !marked.includes(pid));
      const families = await Promise.all([...others, ...backendPids].map(familyOf));
      return [...new Set([...marked, ...families.flat()])];
    }),
  );
}

export async function treesOf(
  service: MeasuredService,
  idle: Readonly<Record<string, OwnProcesses>> = {},
): Promise<Trees> {
  const local = service.kind === 'local' ? [service] : [];
  const trees = await processesOfEach([...local, ...Object.values(idle)]);
  const server = local.length > 0 ? (trees.shift() ?? []) : [];
  const names = Object.keys(idle);
  return { server, idle: Object.fromEntries(names.map((name, index) => [name, trees[index] ?? []])) };
}

/** Reads the usage of a service, of the idle services, of Redis if there is one, and of the machine. */
export async function readUsage(
  trees: Trees,
  redisUrl: string | undefined,
  selfReport?: () => Promise<SelfReport>,
): Promise<UsageReading> {
  // The processes are read at once, because the edge of the window is now.
  const isAnyHere = [trees.server, ...Object.values(trees.idle)].some(({ length }) => length > 0);
  const table = isAnyHere ? processTable() : undefined;
  const at = performance.now();
  const known = cpuOfTrees(trees, table);
  const [reported, redis, machine] = await Promise.all([
    selfReport?.(),
    redisUrl === undefined ? undefined : redisUsage(redisUrl),
    machineTicks(),
  ]);
  const { pid: redisPid, ...redisCounters } = redis ?? {};
  return {
    at,
    ...(await known),
    ...reported,
    ...redisCounters,
    ...(table && defined({ othersCpu: othersCpu(table, trees, redisPid) })),
    ...defined({ machine }),
  };
}

async function cpuOfTrees(
  { server, idle }: Trees,
  table: ProcessTable | undefined,
): Promise<Pick<UsageReading, 'serverCpu' | 'idleCpu'>> {
  const serverCpu = cpuOfTree(server, table); // before any wait: the table does not have the times of threads
  const idleCpu = Object.entries(idle).map(async ([name, roots]) => {
    const cpu = table ? roughCpuOf(table, familyIn(table, roots)) : await livingCpu(roots);
    return [name, cpu ?? 0] as const;
  });
  return defined({
    serverCpu: await serverCpu,
    idleCpu: idleCpu.length === 0 ? undefined : Object.fromEntries(await Promise.all(idleCpu)),
  });
}

/** Sums the CPU time of the processes that do not belong to this study. */
function othersCpu(table: ProcessTable, trees: Trees, redisPid: number | undefined): Seconds {
  const isRedis = /redis|valkey/.test(table.get(redisPid ?? -1)?.name ?? '');
  const roots = [process.pid, ...trees.server, ...Object.values(trees.idle).flat()];
  const ours = familyIn(table, redisPid !== undefined && isRedis ? [...roots, redisPid] : roots);
  return roughCpuOf(
    table,
    [...table.keys()].filter((pid) => !ours.has(pid)),
  );
}

/** Sums the CPU time of these processes where there is no /proc, without that of ended ones. */
async function livingCpu(pids: readonly number[]): Promise<Seconds | undefined> {
  const statuses = await Promise.all(pids.map((pid) => pidusage(pid).catch(() => undefined)));
  const alive = statuses.filter((status) => status !== undefined);
  return alive.length === 0 ? undefined : alive.reduce((sum, { ctime }) => sum + ctime, 0) / 1000;
}

/** Sums the CPU time of these processes and of their descendants, ended ones included; undefined if none is alive. */
export const cpuSeconds = async (pids: readonly number[]): Promise<Seconds | undefined> =>
  cpuOfTree(pids, processTable());

function cpuOfTree(pids: readonly number[], table: ProcessTable | undefined) {
  if (!table) return livingCpu(pids);
  const family = familyIn(table, pids);
  return family.size === 0 ? undefined : cpuOf(table, family);
}

/** Reads the usage that Redis reports about itself, wherever it runs. */
async function redisUsage(
  url: string,
): Promise<Pick<UsageReading, 'redisCpu' | 'redisRssBytes'> & { readonly pid?: number }> {
  const field = await infoOf(url, 'cpu', 'memory', 'server').catch(() => undefined);
  const numberIn = (name: string) => Number(field?.(name) ?? Number.NaN);
  const figures = {
    pid: numberIn('process_id'),
    redisCpu: numberIn('used_cpu_sys') + numberIn('used_cpu_user'),
    redisRssBytes: numberIn('used_memory_rss'),
  };
  return Object.fromEntries(Object.entries(figures).filter(([, figure]) => !Number.isNaN(figure)));
}

/** Reads the memory of a service, its descendants included. */
export async function serverMemory({ server }: Trees): Promise<ServerMemory> {
  const table = server.length > 0 ? processTable() : undefined;
  const { bytes, peakBytes } = await memoryOf(table ? [...familyIn(table, server)] : server);
  return defined({ serverMemoryBytes: bytes, serverRssBytes: peakBytes });
}

/** Computes the usage between two readings. @param generatorCpu CPU seconds of the load generators meanwhile */
export function usageBetween(before: UsageReading, after: UsageReading, generatorCpu: Seconds): Usage {
  const grown = (field: 'serverCpu' | 'redisCpu' | 'othersCpu') => {
    const [from, to] = [before[field], after[field]];
    return from === undefined || to === undefined ? undefined : Math.max(0, to - from);
  };
  const { redisRssBytes, report } = after;
  const [serverCpu, others] = [grown('serverCpu'), grown('othersCpu')];
  // A service that the bench did not start may be on this machine or on another: its processes are not known.
  const isLocal = report === undefined && serverCpu !== undefined;
  return defined({
    serverCpu: before.report && report ? selfReportedCpu(before, after) : serverCpu,
    redisCpu: grown('redisCpu'),
    generatorCpu,
    idleCores: idleCores(before, after),
    redisRssBytes,
    told: report && defined({ rssBytes: report.rssBytes, loopBusy: report.loopBusy }),
    steal: before.machine && after.machine && stolenShare(before.machine, after.machine),
    foreign:
      isLocal && others !== undefined && after.at > before.at
        ? (1000 * others) / ((after.at - before.at) * cpus().length)
        : undefined,
  });
}

function idleCores(before: UsageReading, after: UsageReading): Usage['idleCores'] {
  const { idleCpu: from, at } = before;
  const { idleCpu: to } = after;
  if (!from || !to || after.at <= at) return undefined;
  const seconds = (after.at - at) / 1000;
  return Object.fromEntries(
    Object.entries(to).flatMap(([name, cpu]) =>
      from[name] === undefined ? [] : [[name, Math.max(0, cpu - from[name]) / seconds]],
    ),
  );
}

/** Two answers show little if the time between them is less than this share of the time between their requests. */
const FAR_ENOUGH = 0.5;

/** A busy service answers late, so the CPU time between answers is scaled to that between the requests. */
function selfReportedCpu(before: UsageReading, after: UsageReading): Seconds | undefined {
  const between = (clock: 'askedAtMs' | 'answeredAtMs') =>
    (after.report?.[clock] ?? 0) - (before.report?.[clock] ?? 0);
  const [asked, answered] = [between('askedAtMs'), between('answeredAtMs')];
  const counted = (after.serverCpu ?? 0) - (before.serverCpu ?? 0);
  // A service that is too busy to count reports the same figure again.
  return answered < FAR_ENOUGH * asked || counted <= 0 ? undefined : (counted * asked) / answered;
}
