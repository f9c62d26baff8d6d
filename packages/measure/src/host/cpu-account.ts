import { mkdirSync, writeFileSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Seconds } from '../model.ts';
import { newGroup, ownGroup } from './cpu-limits.ts';
import { systemText } from './proc.ts';

/** A cgroup that counts the CPU time of a service, and limits nothing. */
export type CpuAccount = {
  /** The CPU time of all processes that were in it: also of children that nobody waited for, which no parent has. */
  seconds(): Seconds;
  /** The living processes in it. A child is in the group of its parent, whatever it does to its session. */
  pids(): readonly number[];
  /** Removes it once its processes are gone. */
  remove(): Promise<void>;
};

/**
 * Opens an account for a process that has just begun, and for its later children. The account is below the group of the
 * bench itself, so that the same limits hold.
 *
 * @returns undefined where the system has no cgroup v2, or does not allow it: that takes root, or a delegated group
 */
export function openAccount(pid: number | undefined): CpuAccount | undefined {
  const parent = ownGroup();
  if (parent === undefined || pid === undefined || changesTheMeasured(parent)) return undefined;
  const folder = join(parent, newGroup());
  const procs = join(folder, 'cgroup.procs');
  const remove = () => rmdir(folder).catch(() => {}); // a process is still in it, or it was not made
  try {
    mkdirSync(folder);
    writeFileSync(procs, String(pid));
  } catch {
    void remove();
    return undefined;
  }
  return {
    seconds: () => Number(/^usage_usec (\d+)$/m.exec(systemText(join(folder, 'cpu.stat')))?.[1] ?? 0) / 1e6,
    pids: () => systemText(procs).split('\n').filter(Boolean).map(Number),
    remove,
  };
}

/**
 * Tells whether a group below this one would change what is measured: cores would be shared by groups instead of
 * processes, or Node.js would not see the limit of memory, which sets the size of its heap.
 */
function changesTheMeasured(group: string): boolean {
  const shares = systemText(join(group, 'cgroup.subtree_control')).split(/\s+/).includes('cpu');
  const limits = ['memory.max', 'memory.high'].map((file) => systemText(join(group, file)).trim());
  return shares || limits.some((limit) => limit !== '' && limit !== 'max');
}
