import { readFile, readlink, writeFile } from 'node:fs/promises';
import pidusage from 'pidusage';

/** The memory of the processes of a service, in bytes. A figure that the system lacks is absent. */
export type Memory = {
  /** The memory that a machine of their own would need for them now: pages that they share count once. */
  readonly bytes?: number;
  /** The peaks of their resident memory, added up: pages that they share count in each. */
  readonly peakBytes?: number;
};

/** Reads the memory of these processes. It takes about a millisecond of CPU time for each, so no window contains it. */
export async function memoryOf(pids: readonly number[]): Promise<Memory> {
  const [pages, peaks] = await Promise.all([
    Promise.all(pids.map(pagesOf)).catch(() => undefined), // the system does not count them, or not for this user
    Promise.all(pids.map(async (pid) => (await peakOf(pid)) ?? (await presentOf(pid)))),
  ]);
  const counted = pages?.filter((page) => page !== undefined) ?? [];
  const alive = peaks.filter((bytes) => bytes !== undefined);
  return {
    ...(counted.length > 0 && { bytes: sharedOnce(counted) }),
    ...(alive.length > 0 && { peakBytes: sum(alive) }),
  };
}

/** The pages of a process: its own, and those that another process maps, too. */
export type Pages = { readonly program: string; readonly ownBytes: number; readonly sharedBytes: number };

/**
 * Adds up the pages that only one process maps, and for each program the shared ones of the process that has the most.
 * Proportional memory (PSS) would divide the code of Node.js by all processes of Node.js on this machine: the other
 * contestants, the load generators and the bench (docs/adr/0053).
 */
export function sharedOnce(processes: readonly Pages[]): number {
  const programs = Map.groupBy(processes, ({ program }) => program);
  const shared = [...programs.values()].map((alike) =>
    Math.max(...alike.map(({ sharedBytes }) => sharedBytes)),
  );
  return sum(processes.map(({ ownBytes }) => ownBytes)) + sum(shared);
}

/** Reads the pages of a process (`man 5 proc`, smaps_rollup), undefined if it has ended. @throws if denied */
async function pagesOf(pid: number): Promise<Pages | undefined> {
  try {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
    const bytes = (name: string) =>
      1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0);
    const ownBytes = bytes('Private_Clean') + bytes('Private_Dirty');
    return { program: await readlink(`/proc/${pid}/exe`), ownBytes, sharedBytes: bytes('Rss') - ownBytes };
  } catch (error) {
    const hasEnded = (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z')).includes(') Z');
    if (hasEnded) return undefined;
    throw error;
  }
}

/** Reads the kernel's own high-water mark of memory. */
async function peakOf(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kib = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return kib === undefined ? undefined : Number(kib) * 1024;
}

/** Reads the present size, where the system has no high-water mark. */
const presentOf = async (pid: number): Promise<number | undefined> =>
  (await pidusage(pid).catch(() => undefined))?.memory;

/** Makes the peaks of memory the window's own (`man 5 proc`, clear_refs); elsewhere they are a lifetime's. */
export async function resetPeaks(pids: readonly number[]): Promise<void> {
  await Promise.all(pids.map((pid) => writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => {})));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
