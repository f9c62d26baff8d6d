import { assertFraction, assertRounds, quantile, sortedCopy } from './moments.ts';
import { hodgesLehmann, signedRankInterval } from './signed-rank.ts';
import { type Interval, observedRange } from './verdict.ts';

/**
 * The scale on which the rounds of a metric scatter symmetrically, as the signed-rank interval assumes:
 * - `geometric`: times, rates and sizes, which are positive, skewed and vary by factors;
 * - `arithmetic`: counts, shares and differences, which may be 0 or negative.
 */
export type Scale = 'geometric' | 'arithmetic';

/**
 * The location of the rounds of one contestant: the Hodges–Lehmann estimate with the exact signed-rank interval. With
 * too few rounds for an interval, it has the observed range.
 *
 * The scale belongs to the metric. If the data chose it, one round with a zero would give the estimates of two
 * contestants in one table different meanings.
 *
 * @param values one per round, any unit
 * @param options.scale of the metric
 * @param options.level wanted, in (0, 1); 0.95 by default
 * @throws RangeError for no values, one that is not finite, a level outside (0, 1), or a value ≤ 0 on the
 *   geometric scale
 */
export function location(
  values: readonly number[],
  { scale, level = 0.95 }: { readonly scale: Scale; readonly level?: number },
): Interval {
  assertRounds(values, 'location');
  if (scale === 'arithmetic') return pseudomedian(values, level);
  const bad = values.findIndex((value) => value <= 0);
  if (bad !== -1) {
    throw new RangeError(
      `a geometric scale needs positive values, round ${bad} is ${values[bad]}; { scale: 'arithmetic' } takes any`,
    );
  }
  return pseudomedian(values.map(Math.log), level, Math.exp);
}

/**
 * Hodges–Lehmann estimate and exact interval of `values`, each of the three numbers mapped by `back`.
 *
 * @param back increasing; takes the values back to the unit to print
 * @throws RangeError as {@link location}
 */
export function pseudomedian(
  values: readonly number[],
  level: number,
  back: (value: number) => number = (value) => value,
): Interval {
  const estimate = back(hodgesLehmann(values));
  const exact = signedRankInterval(values, level);
  if (exact === undefined) return observedRange(estimate, values.map(back));
  return {
    estimate,
    low: back(exact.low),
    high: back(exact.high),
    level: exact.level,
    n: values.length,
    indicative: false,
  };
}

/**
 * The median over windows of a quantity that each window has, for example its own p99, in the unit of the values.
 *
 * The interval is the narrowest symmetric pair of order statistics with the wanted coverage (David & Nagaraja, Order
 * Statistics, 2003, §7.1). It is the lowest to the highest of 8 windows, the second to the ninth of 10, the sixth to
 * the fifteenth of 20. It is free of distribution, one bad window cannot move it far, and it never leaves what was
 * observed.
 *
 * @param values one per window
 * @param level wanted, in (0, 1); `level` of the result is what is attained
 * @returns indicative, with the lowest and highest, where the windows are too few for the level: below 6 at 95 %
 * @throws RangeError for no values, one that is not finite, or a level outside (0, 1)
 */
export function windowMedian(values: readonly number[], level = 0.95): Interval {
  assertRounds(values, 'windowMedian');
  assertFraction(level, 'level');
  const sorted = sortedCopy(values);
  const estimate = quantile(sorted, 0.5);
  const n = sorted.length;
  const { k, tail } = outerValues(n, (1 - level) / 2);
  if (k === 0) return observedRange(estimate, values);
  return {
    estimate,
    low: sorted[k - 1] as number,
    high: sorted[n - k] as number,
    level: 1 - 2 * tail,
    n,
    indicative: false,
  };
}

/** The largest k for which the k-th smallest lies above the median with at most this chance: P(Bin(n, ½) ≤ k − 1). */
function outerValues(n: number, limit: number): { readonly k: number; readonly tail: number } {
  // The sums are logarithms, because 2 ** -n is 0 for more than a thousand values.
  let [k, tail, next] = [0, 0, -n * Math.LN2];
  while (tail + Math.exp(next) <= limit) {
    tail += Math.exp(next);
    next += Math.log((n - k) / (k + 1));
    k++;
  }
  return { k, tail };
}
