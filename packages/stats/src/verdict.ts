import { assertFraction } from './moments.ts';

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

/**
 * The claims that a comparison may make.
 * - `better`, `worse`: different; the interval gives the size.
 * - `equivalent`: different by less than the margin, if at all.
 * - `inconclusive`: none of these was shown. It does not mean "no difference".
 * - `not-judged`: no look has been taken yet, so nothing was decided.
 */
export type Verdict = 'better' | 'worse' | 'equivalent' | 'inconclusive' | 'not-judged';

/** The verdict of the same pair, seen from the other side. */
export const opposite: Readonly<Record<Verdict, Verdict>> = {
  better: 'worse',
  worse: 'better',
  equivalent: 'equivalent',
  inconclusive: 'inconclusive',
  'not-judged': 'not-judged',
};

/**
 * The verdict on the ratio contestant ÷ other. It follows from the printed interval alone, so the verdict and the
 * interval cannot disagree. Equivalence is tested first: an interval inside the margin that excludes 1 shows a
 * difference too small to matter.
 *
 * @param ratio with its simultaneous interval; an `indicative` one (too few rounds) is not judged
 * @param options.margin ratio − 1 that does not matter, e.g. 0.05
 * @param options.higherIsBetter true for throughput, false for latency
 * @throws RangeError for a margin that is not positive
 */
export function verdictOf(
  ratio: Interval,
  { margin, higherIsBetter }: { readonly margin: number; readonly higherIsBetter: boolean },
): Verdict {
  if (ratio.indicative) return 'not-judged';
  if (liesWithin(ratio, margin)) return 'equivalent';
  if (!excludes(ratio, 1)) return 'inconclusive';
  return ratio.low > 1 === higherIsBetter ? 'better' : 'worse';
}

/**
 * Returns true if an interval of a ratio lies completely within the margin [1/(1+m), 1+m].
 *
 * @throws RangeError for a margin that is not positive
 */
export function liesWithin(interval: Pick<Interval, 'low' | 'high'>, margin: number): boolean {
  if (!(margin > 0)) throw new RangeError(`a margin must be positive, got ${margin}`);
  return interval.low >= 1 / (1 + margin) && interval.high <= 1 + margin;
}

/** The comparisons that are read together: every pair of the arms of one table. */
export type Family = {
  readonly pairs: number;
  /** The chance that all intervals of the family hold at once, in (0, 1). */
  readonly level: number;
};

/** Pairs among k arms: k(k − 1)/2. */
export function pairsAmong(arms: number): number {
  return (arms * (arms - 1)) / 2;
}

/**
 * The level that each pair's own interval needs: 1 − (1 − level)/pairs (Bonferroni). It holds whatever the dependence
 * between the pairs, which have arms, rounds and bursts in common.
 *
 * @throws RangeError for a level outside (0, 1), or fewer pairs than one
 */
export function pairLevel({ pairs, level }: Family): number {
  assertFraction(level, 'level');
  if (!Number.isSafeInteger(pairs) || pairs < 1) {
    throw new RangeError(`a family needs a positive number of pairs, got ${pairs}`);
  }
  return 1 - (1 - level) / pairs;
}

/** The interval of one pair, with the level of its family: the bounds stay, and all intervals hold at once at this level. */
export function simultaneous(interval: Interval, pairs: number): Interval {
  return { ...interval, level: Math.max(0, 1 - pairs * (1 - interval.level)) };
}

/**
 * The fewest rounds with which a family has intervals at all. The widest interval is the range of the n rounds. It misses
 * the true value with probability 2^(1 − n), which must be below (1 − level)/pairs. At 95 % that needs 6 rounds for one
 * pair, 7 for three, 8 for six (4 arms), 9 for ten, 10 for fifteen (6 arms).
 *
 * @throws RangeError as {@link pairLevel}
 */
export function fewestRoundsFor(pairs: number, level = 0.95): number {
  return 2 + Math.floor(-Math.log2(1 - pairLevel({ pairs, level })));
}
