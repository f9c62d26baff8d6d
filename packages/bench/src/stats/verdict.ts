import { liesWithin } from './equivalence.ts';
import { excludes, type Interval } from './interval.ts';

/** Ratio − 1 of a throughput that does not matter. */
export const THROUGHPUT_MARGIN = 0.05;

/** Ratio − 1 of a latency percentile that does not matter: 5 %, and 10 % from p99 on, which few samples carry. */
export function latencyMargin(p: number): number {
  return p >= 0.99 ? 0.1 : 0.05;
}

/**
 * What a comparison with the baseline may claim.
 * - `faster`, `slower`: different, and by more than the margin. Faster always means better.
 * - `negligible`: different, and shown to be by less than the margin.
 * - `equivalent`: not shown to differ, and shown to differ by less than the margin.
 * - `inconclusive`: none of these; more rounds would tell. Never "no difference".
 * - `indicative`: too few rounds for any verdict.
 */
export type Verdict = 'faster' | 'slower' | 'negligible' | 'equivalent' | 'inconclusive' | 'indicative';

/**
 * The verdict on contestant ÷ baseline. The difference is taken as shown where the adjusted p is ≤ 0.05 and
 * the interval excludes 1.
 *
 * A difference that is shown, with the estimate inside the margin but the 90 % interval reaching out of it
 * (1.04, 1.01–1.12), is inconclusive: "negligible" would claim a smallness nobody has shown.
 *
 * @param given.ratio contestant ÷ baseline with its 95 % interval
 * @param given.ratio90 the same with its 90 % interval
 * @param given.adjustedP p-value of "the ratio is 1", adjusted over the family
 * @param given.margin ratio − 1 that does not matter, e.g. 0.05
 * @param given.higherIsBetter true for throughput, false for latency
 * @throws RangeError for a margin that is not positive
 */
export function verdict(given: {
  ratio: Interval;
  ratio90: Interval;
  adjustedP: number;
  margin: number;
  higherIsBetter: boolean;
}): Verdict {
  const { ratio, margin } = given;
  if (ratio.indicative) return 'indicative';
  const differs = given.adjustedP <= 0.05 && excludes(ratio, 1);
  if (differs && !liesWithin({ low: ratio.estimate, high: ratio.estimate }, margin)) {
    return ratio.estimate > 1 === given.higherIsBetter ? 'faster' : 'slower';
  }
  if (!liesWithin(given.ratio90, margin)) return 'inconclusive';
  return differs ? 'negligible' : 'equivalent';
}
