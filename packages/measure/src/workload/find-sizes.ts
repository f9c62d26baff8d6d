import type { Query, Scale, Size, Workload } from '@cpu-bound/workload';
import { calibrate } from './calibrate.ts';
import type { TaskTime } from './notes.ts';
import { timeOf } from './task-time.ts';

/** A scale is useful if a task of its largest value takes this many times as long as one of its smallest. */
const GROWN = 1.5;
/** A task of the largest value is timed again if it takes less than this. */
const SHORT_MS = 1;
/** The number of times that it is timed again, before the scale counts as useless. */
const TIMED_AGAIN = 3;

export type SizeSearch = { readonly sizes?: readonly Size[]; readonly problem?: string };

export async function findSizes(
  workload: Workload,
  { headline, scale }: { readonly headline: Query; readonly scale: Scale },
): Promise<SizeSearch> {
  const { parameter, from, to } = scale;
  const times = new Map<number, TaskTime>();
  const measured = (value: number) => timeOf(workload, { ...headline, [parameter]: String(value) });
  const sizes = await calibrate(scale, async (value) => {
    const time = times.get(value) ?? (await measured(value));
    times.set(value, time);
    return time.own;
  });
  let smallest = times.get(from);
  let largest = times.get(to);
  if (smallest === undefined || largest === undefined) return { sizes };
  for (let again = 0; again < TIMED_AGAIN && largest.own < SHORT_MS && isLarger(largest, smallest); again++)
    [smallest, largest] = [await measured(from), await measured(to)];
  if (isLarger(largest, smallest)) return { sizes };
  const took = `a task takes ${inMs(smallest.own)} with ${from} and ${inMs(largest.own)} with ${to}`;
  return {
    problem: `${parameter}: makes no difference, ${took}, so no sizes can be found; name in scale a parameter that makes a task larger, or name sizes`,
  };
}

/** Other programs make a short task longer, and hardly by the CPU clock. */
const isLarger = (large: TaskTime, small: TaskTime) =>
  large.own < SHORT_MS ? large.cpu > GROWN * small.cpu : large.own > GROWN * small.own;

const inMs = (milliseconds: number) => `${Number(milliseconds.toPrecision(2))} ms`;
