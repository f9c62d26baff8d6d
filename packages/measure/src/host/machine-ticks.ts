import { readFile } from 'node:fs/promises';
import type { Seconds } from '../model.ts';

/** Ticks of all CPUs since the machine started; `busy` are those in which a process of this machine computed. */
export type MachineTicks = { readonly total: number; readonly busy: number; readonly stolen: number };

/** Reads the first line of /proc/stat: user nice system idle iowait irq softirq steal. Linux only. */
export async function machineTicks(): Promise<MachineTicks | undefined> {
  const text = await readFile('/proc/stat', 'utf8').catch(() => '');
  const ticks = /^cpu +([\d ]+)/.exec(text)?.[1]?.split(' ').slice(0, 8).map(Number);
  if (!ticks) return undefined;
  const total = ticks.reduce((sum, one) => sum + one, 0);
  const [, , , idle = 0, waiting = 0, , , stolen = 0] = ticks;
  return { total, busy: total - idle - waiting - stolen, stolen };
}

/** Computes the share of the time between two readings that the hypervisor gave to other guests. */
export function stolenShare(before: MachineTicks, after: MachineTicks): number | undefined {
  const ticks = after.total - before.total;
  return ticks > 0 ? (after.stolen - before.stolen) / ticks : undefined;
}

/** The unit of /proc/stat for programs, on every Linux (`man 5 proc`, USER_HZ). */
const TICKS_PER_SECOND = 100;

/**
 * Computes the share of the machine's CPU time between two readings that other programs used, from 0 to 1.
 *
 * @param ours CPU seconds of the services, their backends, the load generators and the bench
 */
export function foreignShare(before: MachineTicks, after: MachineTicks, ours: Seconds): number | undefined {
  const ticks = after.total - before.total;
  if (ticks <= 0) return undefined;
  return Math.max(0, (after.busy - before.busy - ours * TICKS_PER_SECOND) / ticks);
}
