import type { Scale, Size } from '@cpu-bound/workload';
import type { Milliseconds } from '../model.ts';

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
