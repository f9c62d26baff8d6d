import type { Milliseconds } from '../model.ts';
import { processOf } from './process-table.ts';

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
