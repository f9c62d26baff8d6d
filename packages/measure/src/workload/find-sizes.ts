import type { Query, Scale, Size, Workload } from '@cpu-bound/workload';
import type { Milliseconds } from '../model.ts';
import { timeOf } from './call-times.ts';
import type { TaskTime } from './notes.ts';

/** The target times of the sizes: a short task, a usual one, and one that is too long for an event loop. */
export const TARGETS_MS: readonly Milliseconds[] = [1, 5, 20];
/** The number of halvings between a value that is too small and one that suffices. */
const STEPS = 4;

/**
 * Finds the values of a parameter that make a task take about the target times.
 *
 * @param timeOf milliseconds of one task with this value, which grow with it
 * @returns from small to large; fewer if `to` is reached, or several targets need the smallest
 */
export async function calibrate(
  { parameter, from, to }: Scale,
  timeOf: (value: number) => Promise<Milliseconds>,
): Promise<Size[]> {
  const sizes = new Map<number, Size>();
  let low = from;
  for (const target of TARGETS_MS) {
    const value = roundTo2(await firstAtLeast(target, low, to, timeOf), from, to);
    const isEnough = value < to || (await timeOf(to)) >= target;
    const label = isEnough ? `about ${target} ms` : `less than ${target} ms, the largest`;
    sizes.set(value, { label, query: { [parameter]: String(value) } });
    low = value;
    if (value >= to) break;
  }
  return [...sizes.values()];
}

/** Doubles the value until a task is long enough, then halves the last step, on the logarithmic scale. */
async function firstAtLeast(
  target: Milliseconds,
  from: number,
  to: number,
  timeOf: (value: number) => Promise<Milliseconds>,
): Promise<number> {
  let [below, value] = [from, from];
  while (value < to && (await timeOf(value)) < target) {
    below = value;
    value = Math.min(to, 2 * value);
  }
  for (let step = 0; step < STEPS && value - below > 1; step++) {
    const middle = Math.round(Math.sqrt(below * value));
    if ((await timeOf(middle)) < target) below = middle;
    else value = middle;
  }
  return value;
}

/** Rounds to a number that is easy to type: two significant digits. */
const roundTo2 = (value: number, from: number, to: number) =>
  Math.min(to, Math.max(from, Number(value.toPrecision(2))));

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
