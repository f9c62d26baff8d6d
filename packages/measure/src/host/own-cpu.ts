import { readFileSync } from 'node:fs';
import type { Milliseconds } from '../model.ts';

/** The kernel counts the CPU time of ended children in these units (`man 5 proc`: USER_HZ is 100 on all of Linux). */
const TICK_MS: Milliseconds = 10;

/** Reads the CPU time of this process and of its children that have ended: a function may compute in a converter. */
export function ownCpuMs(): Milliseconds {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + endedChildrenCpuMs();
}

/** Reads the CPU time of the children that have ended. It is 0 if the system does not report it. */
export function endedChildrenCpuMs(): Milliseconds {
  const [user = 0, system = 0] = (statOf('self') ?? []).slice(13, 15).map(Number); // `cutime` and `cstime`
  return (user + system) * TICK_MS;
}

/** Reads the fields of `/proc/PID/stat` from the third on; undefined for a process that has ended. */
export function statOf(pid: string): readonly string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name stands in parentheses, and may itself contain some.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
