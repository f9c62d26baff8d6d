import type { Interval } from './interval.ts';
import { pseudomedian } from './location.ts';
import { logRatios } from './log-ratios.ts';

/**
 * The ratio a ÷ b of two arms measured in the same rounds: exp of the Hodges–Lehmann estimate of
 * d_r = ln(a_r / b_r), with the exact signed-rank interval.
 *
 * Exact because the percentile bootstrap of so few rounds is anti-conservative. The test assumes that d
 * is symmetric about its centre, which pairing grants under the null: swapping two equal arms flips d.
 *
 * @param a one value per round, positive, any unit
 * @param b the same rounds in the same unit
 * @param level wanted of this pair, in (0, 1)
 * @throws RangeError for different numbers of rounds, no rounds, or a value that is not positive
 */
export function pairedRatio(a: readonly number[], b: readonly number[], level = 0.95): Interval {
  return pseudomedian(logRatios(a, b), level, Math.exp);
}
