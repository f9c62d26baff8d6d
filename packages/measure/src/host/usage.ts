import { cpus } from 'node:os';
import { defined } from '@cpu-bound/workload/defined';
import pidusage from 'pidusage';
import type { Milliseconds, Seconds, Usage } from '../model.ts';
import type { CpuAccount } from './cpu-account.ts';
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
  TICKS_PER_SECOND,
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
  /** The CPU time of the machine without that of the bench, and of the known processes of its services. */
  readonly unattributedCpu?: Seconds;
  readonly machine?: MachineTicks;
};

type ServerMemory = Pick<Usage, 'serverMemoryBytes' | 'serverRssBytes'>;

type OwnProcesses = Pick<LocalService, 'mark' | 'backendPids' | 'place' | 'account'>;
type MeasuredService = ({ readonly kind: 'local' } & OwnProcesses) | Pick<RemoteService, 'kind'>;

/** The roots of each service's processes, found beforehand: the search takes time from the window. */
export type Trees = {
  readonly server: readonly number[];
  readonly account?: CpuAccount | undefined;
  readonly idle: Readonly<Record<string, readonly number[]>>;
};

export const processesOf = async (service: OwnProcesses): Promise<number[]> =>
  (await processesOfEach([service]))[0] ?? [];

/** Finds those with the mark or in the account, whoever listens on the port, and the backends, each with its descendants. */
async function processesOfEach(services: readonly OwnProcesses[]): Promise<number[][]> {
  const [byMark, listening] = await Promise.all([
    processesByMark(services.map(({ mark }) => mark)),
    listeningSockets(),
  ]);
  return Promise.all(
    services.map(async ({ backendPids, place, account }, index) => {
      const marked = [...new Set([...(byMark[index] ?? []), ...(account?.pids() ?? [])])];
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
  const account = service.kind === 'local' ? service.account : undefined;
  const roots = Object.fromEntries(names.map((name, index) => [name, trees[index] ?? []]));
  return defined({ server, account, idle: roots });
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
  const machine = machineTicks();
  const at = performance.now();
  const [server, reported, redis] = await Promise.all([
    cpuOfTrees(trees, table),
    selfReport?.(),
    redisUrl === undefined ? undefined : redisUsage(redisUrl),
  ]);
  const { pid: _, ...redisCounters } = redis ?? {};
  return {
    at,
    ...server,
    ...reported,
    ...redisCounters,
    ...(table && defined(remainder(table, trees, { ...redis, serverCpu: server.serverCpu, machine }))),
    ...defined({ machine }),
  };
}

async function cpuOfTrees(
  { idle, ...own }: Trees,
  table: ProcessTable | undefined,
): Promise<Pick<UsageReading, 'serverCpu' | 'idleCpu'>> {
  const serverCpu = serverCpuOf(own, table); // before any wait: the table does not have the times of threads
  const idleCpu = Object.entries(idle).map(async ([name, roots]) => {
    const cpu = table ? roughCpuOf(table, familyIn(table, roots)) : await livingCpu(roots);
    return [name, cpu ?? 0] as const;
  });
  return defined({
    serverCpu: await serverCpu,
    idleCpu: idleCpu.length === 0 ? undefined : Object.fromEntries(await Promise.all(idleCpu)),
  });
}

/** The CPU time of a service: that of its account, and of its processes outside. */
function serverCpuOf(
  { server, account }: Pick<Trees, 'server' | 'account'>,
  table: ProcessTable | undefined,
) {
  if (!table || !account) return cpuOfTree(server, table);
  const inside = familyIn(table, account.pids());
  const outside = [...familyIn(table, server)].filter((pid) => !inside.has(pid));
  return inside.size + outside.length === 0 ? undefined : account.seconds() + cpuOf(table, outside);
}

/**
 * Computes the CPU time that does not belong to this study: that of the processes of others, and that of the machine
 * which is not of this study's processes. Only the second one has that of ended children for whom nobody waited.
 */
function remainder(
  table: ProcessTable,
  { server, idle }: Trees,
  {
    pid = -1,
    redisCpu = 0,
    serverCpu = 0,
    machine,
  }: Pick<UsageReading, 'redisCpu' | 'serverCpu' | 'machine'> & { readonly pid?: number },
): Pick<UsageReading, 'othersCpu' | 'unattributedCpu'> {
  const isRedisHere = /redis|valkey/.test(table.get(pid)?.name ?? '');
  const roots = [process.pid, ...server, ...Object.values(idle).flat(), ...(isRedisHere ? [pid] : [])];
  const ours = familyIn(table, roots);
  const known = roughCpuOf(table, ours) - roughCpuOf(table, familyIn(table, server)) + serverCpu;
  return {
    othersCpu: roughCpuOf(
      table,
      [...table.keys()].filter((pid) => !ours.has(pid)),
    ),
    // A Redis in a container is another process by its number there.
    unattributedCpu: machine && machine.busy / TICKS_PER_SECOND - known - (isRedisHere ? 0 : redisCpu),
  };
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
  const grown = (field: 'serverCpu' | 'redisCpu' | 'othersCpu' | 'unattributedCpu') => {
    const [from, to] = [before[field], after[field]];
    return from === undefined || to === undefined ? undefined : Math.max(0, to - from);
  };
  const { redisRssBytes, report } = after;
  const [serverCpu, others, unattributed] = [
    grown('serverCpu'),
    grown('othersCpu'),
    grown('unattributedCpu'),
  ];
  // A service that the bench did not start may be on this machine or on another: its processes are not known.
  const isLocal = report === undefined && serverCpu !== undefined;
  return defined({
    serverCpu: before.report && report ? selfReportedCpu(before, after) : serverCpu,
    redisCpu: grown('redisCpu'),
    generatorCpu,
    idleCores: idleCores(before, after),
    redisRssBytes,
    unattributed: isLocal ? unattributed : undefined,
    told: report && defined({ rssBytes: report.rssBytes, loopBusy: report.loopBusy }),
    steal: before.machine && after.machine && stolenShare(before.machine, after.machine),
    foreign:
      isLocal && others !== undefined && after.at > before.at
        ? (1000 * Math.min(others, unattributed ?? others)) / ((after.at - before.at) * cpus().length)
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
