import { assertFraction, assertRounds } from './checks.ts';
import { quantile } from './quantile.ts';
import { doubledMidRanks, signFlipDistribution } from './sign-flips.ts';

/** The n(n+1)/2 means of all pairs of values, each value with itself included; ascending. */
function walshAverages(values: readonly number[]): Float64Array {
  const averages = new Float64Array((values.length * (values.length + 1)) / 2);
  let at = 0;
  values.forEach((a, i) => {
    for (const b of values.slice(i)) averages[at++] = (a + b) / 2;
  });
  return averages.sort();
}

/**
 * Hodges–Lehmann estimate of location: the median of the Walsh averages, in the unit of the values. It
 * tolerates 29 % of outliers and loses 4.5 % of efficiency to the mean where there are none (Hodges &
 * Lehmann, Ann. Math. Stat. 34, 1963).
 *
 * @throws RangeError for no values or one that is not finite
 */
export function hodgesLehmann(values: readonly number[]): number {
  assertRounds(values, 'hodgesLehmann');
  return quantile(walshAverages(values), 0.5);
}

/**
 * Exact confidence interval of the centre of symmetry, by inverting the Wilcoxon signed-rank test: from the
 * k-th smallest to the k-th largest Walsh average, k the largest with P(W ≤ k − 1) < (1 − level)/2
 * (Hollander, Wolfe & Chicken, Nonparametric Statistical Methods, 2014, §3.3; R's wilcox.test).
 *
 * @param values one per round, any unit
 * @param level wanted, in (0, 1)
 * @returns the interval and the level it attains, at least the one wanted; undefined where n is too
 *   small for it (95 % needs 6 rounds, 90 % needs 5)
 * @throws RangeError for no values, one that is not finite, or a level outside (0, 1)
 */
export function signedRankInterval(
  values: readonly number[],
  level: number,
): { low: number; high: number; level: number } | undefined {
  assertRounds(values, 'signedRankInterval');
  assertFraction(level, 'level');
  const probability = signFlipDistribution(values.map((_, index) => index + 1));
  let k = 0;
  let below = 0;
  while (below + (probability[k] as number) < (1 - level) / 2) below += probability[k++] as number;
  if (k === 0) return undefined;
  const averages = walshAverages(values);
  return {
    low: averages[k - 1] as number,
    high: averages[averages.length - k] as number,
    level: 1 - 2 * below,
  };
}

/**
 * Two-sided p-value of the Wilcoxon signed-rank test that the values are symmetric about zero. Zeros
 * are dropped (Wilcoxon 1945) and ties share their mid-rank; the p-value is exact given those ranks, from
 * the distribution over all sign flips, not a normal approximation.
 *
 * @param values one difference per round
 * @returns in (0, 1]; 1 where every value is zero
 * @throws RangeError for no values or one that is not finite
 */
export function signedRankP(values: readonly number[]): number {
  assertRounds(values, 'signedRankP');
  const nonZero = values.filter((value) => value !== 0);
  const ranks = doubledMidRanks(nonZero);
  const probability = signFlipDistribution(ranks);
  let positive = 0;
  nonZero.forEach((value, index) => {
    if (value > 0) positive += ranks[index] as number;
  });
  // The null distribution is symmetric, so the smaller tail ends at the smaller of W+ and W−.
  const tail = Math.min(positive, probability.length - 1 - positive);
  const p = probability.subarray(0, tail + 1).reduce((sum, mass) => sum + mass, 0);
  return Math.min(1, 2 * p);
}
