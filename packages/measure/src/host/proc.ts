import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile, readlink } from 'node:fs/promises';
import type { Milliseconds, Seconds } from '../model.ts';

/** Reads a file of the system; empty if this system has none, its process has ended, or it is another user's. */
export function systemText(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

/** A process of this machine. Its CPU time only grows. */
export type Process = {
  readonly parent: number;
  readonly group: number;
  readonly name: string;
  /** It has ended, and its parent has not noticed. */
  readonly isZombie: boolean;
  /** A signal has stopped it. */
  readonly isStopped: boolean;
  readonly nice: number;
  /** The number of its scheduling policy. */
  readonly policy: number;
  /** The tick since boot at which it began: with its pid, it identifies the process. */
  readonly began: number;
  /** Its own CPU time, its ended threads included. */
  readonly cpu: Seconds;
  /** The CPU time of its ended descendants, from the moment at which their parents noticed the end. */
  readonly endedCpu: Seconds;
};

export type ProcessTable = ReadonlyMap<number, Process>;

/** The unit of times in /proc, on every Linux (`man 5 proc`, USER_HZ). */
export const TICKS_PER_SECOND = 100;

/**
 * Reads all processes of the machine at one moment: two readings with the same processes give the CPU time between
 * them. It is synchronous, because it takes milliseconds that way, and a window's edge is a moment.
 *
 * @returns undefined where there is no /proc
 */
export function processTable(): ProcessTable | undefined {
  if (process.platform !== 'linux') return undefined;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(
    pids.flatMap((pid) => {
      const entry = processOf(pid);
      return entry ? [[Number(pid), entry] as const] : [];
    }),
  );
}

/** Reads a process by its number, or `self`; undefined for one that has ended, and where there is no /proc. */
export function processOf(pid: string): Process | undefined {
  const stat = systemText(`/proc/${pid}/stat`);
  // The name stands in parentheses, and may itself contain some.
  const [begin, end] = [stat.indexOf('('), stat.lastIndexOf(')')];
  if (begin < 0) return undefined;
  const [state, ...rest] = stat.slice(end + 2).split(' ');
  const fields = rest.map(Number);
  const [parent = 0, group = 0] = fields;
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(10, 14);
  return {
    parent,
    group,
    name: stat.slice(begin + 1, end),
    isZombie: state === 'Z',
    isStopped: state === 'T',
    nice: fields[15] ?? 0,
    policy: fields[37] ?? 0,
    began: fields[18] ?? 0,
    cpu: (user + system) / TICKS_PER_SECOND,
    endedCpu: (endedUser + endedSystem) / TICKS_PER_SECOND,
  };
}

/** Finds these processes and all of their descendants, as far as they live. */
export function familyIn(
  table: ReadonlyMap<number, Pick<Process, 'parent'>>,
  roots: Iterable<number>,
): ReadonlySet<number> {
  const children = Map.groupBy(table, ([, { parent }]) => parent);
  const family = new Set<number>();
  const add = (pid: number) => {
    if (family.has(pid) || !table.has(pid)) return;
    family.add(pid);
    for (const [child] of children.get(pid) ?? []) add(child);
  };
  for (const root of roots) add(root);
  return family;
}

/**
 * Sums the CPU time of these processes and of their ended descendants. A process's ticks of 10 ms are rounded down, and
 * its living threads are known to the nanosecond, without those that ended: the larger figure is nearer.
 */
export const cpuOf = (table: ProcessTable, pids: Iterable<number>): Seconds =>
  sumOf(table, pids, (pid, { cpu, endedCpu }) => Math.max(cpu, threadsCpu(pid)) + endedCpu);

/** The same in ticks alone, for processes of which there are many. */
export const roughCpuOf = (table: ProcessTable, pids: Iterable<number>): Seconds =>
  sumOf(table, pids, (_pid, { cpu, endedCpu }) => cpu + endedCpu);

function sumOf(
  table: ProcessTable,
  pids: Iterable<number>,
  cpu: (pid: number, entry: Process) => Seconds,
): Seconds {
  let sum = 0;
  for (const pid of pids) {
    const entry = table.get(pid);
    if (entry) sum += cpu(pid, entry);
  }
  return sum;
}

function threadsCpu(pid: number): Seconds {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const times = threads.map((thread) =>
      Number.parseInt(systemText(`/proc/${pid}/task/${thread}/schedstat`), 10),
    );
    return times.reduce((sum, ns) => sum + (ns || 0), 0) / 1e9;
  } catch {
    return 0; // it has ended
  }
}

/** Reads the CPU time of this thread. */
export function threadCpuMs(): Milliseconds {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Reads the CPU time of this process and of its children that have ended: a function may compute in a converter. */
export function ownCpuMs(): Milliseconds {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + endedChildrenCpuMs();
}

/** Reads the CPU time of the children that have ended. It is 0 if the system does not report it. */
export const endedChildrenCpuMs = (): Milliseconds => 1000 * (processOf('self')?.endedCpu ?? 0);

/** Reads how long this thread had no core so far (`man 5 proc`, schedstat); 0 if the system does not tell. */
export function waitedForCore(): Seconds {
  const [, nanoseconds = '0'] = systemText('/proc/thread-self/schedstat').split(' ');
  return Number(nanoseconds) / 1e9;
}

/**
 * Tells whether some thread of these processes runs or waits for a core at this moment: state R (`man 5 proc`,
 * task/TID/stat). Systems other than Linux do not show it, and the answer is false.
 */
export async function someRunnable(pids: readonly number[]): Promise<boolean> {
  const threads = await Promise.all(pids.map(threadsOf));
  const states = await Promise.all(threads.flat().map(stateOf));
  return states.includes('R');
}

const threadsOf = async (pid: number) =>
  (await readdir(`/proc/${pid}/task`).catch(() => [])).map((tid) => `/proc/${pid}/task/${tid}/stat`);

async function stateOf(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.charAt(text.lastIndexOf(')') + 2); // a thread's name may have spaces and brackets
}

/** Ticks of all CPUs since the machine started; `busy` are those that processes used. */
export type MachineTicks = { readonly total: number; readonly stolen: number; readonly busy: number };

/** Reads the first line of /proc/stat: user nice system idle iowait irq softirq steal. Linux only. */
export function machineTicks(): MachineTicks | undefined {
  const ticks = /^cpu +([\d ]+)/.exec(systemText('/proc/stat'))?.[1]?.split(' ').slice(0, 8).map(Number);
  if (!ticks) return undefined;
  const total = ticks.reduce((sum, count) => sum + count, 0);
  const [user = 0, nice = 0, system = 0] = ticks;
  return { total, stolen: ticks[7] ?? 0, busy: user + nice + system };
}

/** Computes the share of the time between two readings that the hypervisor gave to other guests. */
export function stolenShare(before: MachineTicks, after: MachineTicks): number | undefined {
  const ticks = after.total - before.total;
  return ticks > 0 ? (after.stolen - before.stolen) / ticks : undefined;
}

/** The state of a listening socket in /proc/net/tcp. */
const LISTENS = '0A';

/** The listening sockets of each port, as the descriptors of a process name them. */
export type ListeningSockets = ReadonlyMap<number, ReadonlySet<string>>;

/** Lists the machine's listening sockets. Linux only; elsewhere there are none. */
export async function listeningSockets(): Promise<ListeningSockets> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((table) => readFile(`/proc/net/${table}`, 'latin1').catch(() => '')),
  );
  const sockets = new Map<number, Set<string>>();
  for (const line of tables.flatMap((table) => table.split('\n'))) {
    const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/);
    if (state !== LISTENS) continue;
    const port = Number.parseInt(local.slice(local.indexOf(':') + 1), 16);
    sockets.set(port, (sockets.get(port) ?? new Set()).add(`socket:[${inode}]`));
  }
  return sockets;
}

/**
 * Finds the processes that hold these sockets. Whoever answers a request is one of them, or got the connection from one,
 * whatever it did to its parent, its session and its environment.
 *
 * @param likely the processes that are asked first; all others are asked only if a socket is nobody's of these
 */
export async function ownersOf(sockets: ReadonlySet<string>, likely: readonly number[]): Promise<number[]> {
  if (sockets.size === 0) return [];
  const owners = await ownersAmong(sockets, likely);
  const owned = new Set(owners.flatMap((owner) => owner.sockets));
  if (owned.size < sockets.size) {
    const everyone = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
    owners.push(...(await ownersAmong(sockets, everyone)));
  }
  return [...new Set(owners.map(({ pid }) => pid))];
}

async function ownersAmong(sockets: ReadonlySet<string>, pids: readonly number[]) {
  const owners = await Promise.all(
    pids.map(async (pid) => {
      const folder = `/proc/${pid}/fd`;
      const names = await readdir(folder).catch(() => []); // it has ended, or is another user's
      const targets = await Promise.all(names.map((name) => readlink(`${folder}/${name}`).catch(() => '')));
      return { pid, sockets: targets.filter((target) => sockets.has(target)) };
    }),
  );
  return owners.filter((owner) => owner.sockets.length > 0);
}
