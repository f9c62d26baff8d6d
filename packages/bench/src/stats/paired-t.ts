import tCdf from '@stdlib/stats-base-dists-t-cdf';
import tQuantile from '@stdlib/stats-base-dists-t-quantile';
import { assertFraction } from './checks.ts';
import { type Interval, observedRange } from './interval.ts';
import { logRatios } from './log-ratios.ts';
import { mean, standardDeviation } from './moments.ts';

/**
 * Cross-check of the signed-rank ratio: the same d_r = ln(a_r / b_r), but their mean with Student's paired
 * t interval, d̄ ± t(n−1) · s/√n, mapped by exp (Student, Biometrika 6, 1908). Narrower where d is normal;
 * where it disagrees with the signed-rank interval, a few rounds are outliers.
 *
 * @param a one value per round, positive, any unit
 * @param b the same rounds in the same unit
 * @param level in (0, 1); attained exactly where d is normal
 * @returns indicative with p = 1 for a single round
 * @throws RangeError for different numbers of rounds, no rounds, or a value that is not positive
 */
export function pairedT(a: readonly number[], b: readonly number[], level = 0.95): Interval & { p: number } {
  assertFraction(level, 'level');
  const differences = logRatios(a, b);
  const n = differences.length;
  const centre = mean(differences);
  if (n < 2) return { ...observedRange(Math.exp(centre), differences.map(Math.exp)), p: 1 };
  const error = standardDeviation(differences) / Math.sqrt(n);
  const reach = tQuantile((1 + level) / 2, n - 1) * error;
  return {
    estimate: Math.exp(centre),
    low: Math.exp(centre - reach),
    high: Math.exp(centre + reach),
    level,
    n,
    indicative: false,
    // Without spread t is 0/0 for equal arms, and infinite for any others.
    p: centre === 0 ? 1 : 2 * tCdf(-Math.abs(centre) / error, n - 1),
  };
}
