import { readFile } from 'node:fs/promises';

/** Of all CPUs since the machine started, in ticks. */
export type MachineTicks = { readonly total: number; readonly stolen: number };

/** First line of /proc/stat: user nice system idle iowait irq softirq steal. Linux only. */
export async function machineTicks(): Promise<MachineTicks | undefined> {
  const text = await readFile('/proc/stat', 'utf8').catch(() => '');
  const ticks = /^cpu +([\d ]+)/.exec(text)?.[1]?.split(' ').slice(0, 8).map(Number);
  return ticks && { total: ticks.reduce((sum, one) => sum + one, 0), stolen: ticks[7] ?? 0 };
}

/** The share of the time between two readings that the hypervisor gave to others. */
export function stolenShare(before: MachineTicks, after: MachineTicks): number | undefined {
  const ticks = after.total - before.total;
  return ticks > 0 ? (after.stolen - before.stolen) / ticks : undefined;
}
