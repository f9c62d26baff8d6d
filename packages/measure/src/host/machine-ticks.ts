import { readFile } from 'node:fs/promises';

/** Ticks of all CPUs since the machine started. */
export type MachineTicks = { readonly total: number; readonly stolen: number };

/** Reads the first line of /proc/stat: user nice system idle iowait irq softirq steal. Linux only. */
export async function machineTicks(): Promise<MachineTicks | undefined> {
  const text = await readFile('/proc/stat', 'utf8').catch(() => '');
  const ticks = /^cpu +([\d ]+)/.exec(text)?.[1]?.split(' ').slice(0, 8).map(Number);
  if (!ticks) return undefined;
  const total = ticks.reduce((sum, count) => sum + count, 0);
  return { total, stolen: ticks[7] ?? 0 };
}

/** Computes the share of the time between two readings that the hypervisor gave to other guests. */
export function stolenShare(before: MachineTicks, after: MachineTicks): number | undefined {
  const ticks = after.total - before.total;
  return ticks > 0 ? (after.stolen - before.stolen) / ticks : undefined;
}
