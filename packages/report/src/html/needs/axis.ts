import type { Amount } from '@cpu-bound/study/model';

/** An axis that all strategies share; values grow to the right. */
export type Axis = {
  readonly scale: 'linear' | 'logarithmic';
  readonly ticks: readonly number[];
  /** Returns a value's position from 0, at the left, to 100. */
  readonly at: (value: number) => number;
};

/** The largest ratio of a linear axis: small values look the same beyond it. */
const LINEAR_UP_TO = 25;
const MOST_TICKS = 4;
/** The end of the axis ÷ the largest value, so that no mark lies on the edge. */
const ROOM = 1.05;

/** Chooses an axis from 0, or a logarithmic one if the values differ by more than a linear axis can show. */
export function axisOf(values: readonly Amount[]): Axis {
  const low = Math.min(...values.map((value) => value.low));
  const high = Math.max(...values.map((value) => value.high)) || 1;
  const isLogarithmic = low > 0 && high / low > LINEAR_UP_TO;
  const within = (share: number) => Math.min(100, Math.max(0, 100 * share));
  if (!isLogarithmic) {
    const ticks = linearTicks(high * ROOM);
    return { scale: 'linear', ticks, at: (value) => within(value / (high * ROOM)) };
  }
  const [from, to] = [low / ROOM ** 4, high * ROOM ** 4];
  return {
    scale: 'logarithmic',
    ticks: powers(from, to),
    at: (value) => within(Math.log(value / from) / Math.log(to / from)),
  };
}

export const shortNumber = (value: number): string =>
  value.toLocaleString('en-GB', { maximumSignificantDigits: 3 });

/** Returns ticks from 0 in steps of 1, 2 or 5 times a power of ten. */
function linearTicks(high: number): number[] {
  const rough = high / MOST_TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((nice) => nice >= rough) ?? power;
  return Array.from({ length: MOST_TICKS + 1 }, (_, index) => Number((index * step).toPrecision(6))).filter(
    (tick) => tick <= high,
  );
}

/** Returns powers of ten, with their halves and doubles if fewer than two lie within the axis. */
function powers(low: number, high: number): number[] {
  const tens = Array.from({ length: 25 }, (_, index) => Number(`1e${index - 12}`));
  const within = (ticks: readonly number[]) => ticks.filter((tick) => tick >= low && tick <= high);
  const found = within(tens);
  return found.length >= 2 ? found : within(tens.flatMap((ten) => [ten, 2 * ten, 5 * ten]));
}
