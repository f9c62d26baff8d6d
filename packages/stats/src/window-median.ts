import { assertFraction, assertRounds } from './checks.ts';
import { type Interval, observedRange } from './interval.ts';
import { quantile, sortedCopy } from './quantile.ts';

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
