import { readdirSync } from 'node:fs';
import type { Seconds } from '../model.ts';
import { systemText } from './system-text.ts';

/** A process of this machine. Its CPU time only grows. */
export type Process = {
  readonly parent: number;
  readonly name: string;
  /** It has ended, and its parent has not noticed. */
  readonly isZombie: boolean;
  /** The tick since boot at which it began: with its pid, it identifies the process. */
  readonly began: number;
  /** Its own CPU time, its ended threads included. */
  readonly cpu: Seconds;
  /** The CPU time of its ended descendants, from the moment at which their parents noticed the end. */
  readonly endedCpu: Seconds;
};

export type ProcessTable = ReadonlyMap<number, Process>;

/** The unit of times in /proc, on every Linux (`man 5 proc`, USER_HZ). */
const TICKS_PER_SECOND = 100;

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
  const [parent = 0] = fields;
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(10, 14);
  return {
    parent,
    name: stat.slice(begin + 1, end),
    isZombie: state === 'Z',
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
