/**
 * No number is printed alone: an estimate travels with its interval, the level of that interval and
 * the number of rounds behind it.
 */
export type Interval = {
  /** The estimate, in the unit of the values that it was made from. */
  estimate: number;
  low: number;
  high: number;
  /** The coverage that [low, high] attains, in [0, 1]. */
  level: number;
  /** The number of rounds; for a percentile, of windows (docs/adr/0042). */
  n: number;
  /**
   * True where n is smaller than an exact interval at the given level needs. Then low and high are the smallest and
   * largest value, and no verdict may rest on them.
   */
  indicative: boolean;
};

/**
 * The range of the observed rounds, where they are too few for an interval at the given level.
 *
 * Its level is the exact coverage of [min, max] for the median of a continuous distribution, 1 − 2^(1−n). It misses
 * only if all n rounds fall on one side (David & Nagaraja, Order Statistics, 2003, §7.1).
 *
 * @param estimate in the unit of `values`
 * @param values one number per round, at least one
 */
export function observedRange(estimate: number, values: readonly number[]): Interval {
  return {
    estimate,
    low: Math.min(...values),
    high: Math.max(...values),
    level: 1 - 2 ** (1 - values.length),
    n: values.length,
    indicative: true,
  };
}

/** The interval of 1 ÷ a ratio, which is positive. */
export const inverse = (ratio: Interval): Interval => ({
  ...ratio,
  estimate: 1 / ratio.estimate,
  low: 1 / ratio.high,
  high: 1 / ratio.low,
});

/** Returns true if `value` lies outside the closed interval [low, high]. The flag `indicative` does not matter here. */
export function excludes(interval: Interval, value: number): boolean {
  return value < interval.low || value > interval.high;
}
