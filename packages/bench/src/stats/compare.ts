import { equivalence } from './equivalence.ts';
import { holm } from './holm.ts';
import type { Interval } from './interval.ts';
import { pairedRatio } from './paired-ratio.ts';
import { fewestRoundsFor, minimumDetectableEffect, roundsNeeded } from './power.ts';
import { type Verdict, verdict } from './verdict.ts';

/** One contestant against the baseline, as one of a family of comparisons. */
export type Comparison = {
  id: string;
  /** Contestant ÷ baseline. The interval is that of this comparison alone; only `p` is adjusted. */
  ratio: Interval;
  /** Two-sided signed-rank p-value, adjusted over the family by Holm. */
  p: number;
  verdict: Verdict;
  /** Standard deviation of ln(contestant / baseline) over the rounds; absent for a single round. */
  sigma?: number;
  /** Smallest ratio − 1 this many rounds find in 95 % of runs; absent where the rounds are too few to find any. */
  mde?: number;
  /** Rounds that would find an effect the size of the margin; only on an inconclusive verdict, where more would do. */
  roundsNeeded?: number;
};

/**
 * Compares every contestant with the baseline, round by round, and adjusts the p-values over the family.
 *
 * @param baseline one positive value per round
 * @param others the same rounds and unit for each contestant; one family
 * @param options.margin ratio − 1 that does not matter
 * @param options.higherIsBetter true for throughput, false for latency
 * @param options.level of the printed intervals, 0.95 unless told
 * @throws RangeError for arms of different length, or a value that is not positive
 */
export function compareWithBaseline(
  baseline: readonly number[],
  others: readonly { id: string; values: readonly number[] }[],
  options: { margin: number; higherIsBetter: boolean; level?: number },
): Comparison[] {
  const ratios = others.map(({ values }) => pairedRatio(values, baseline, options.level));
  const adjusted = holm(ratios.map(({ p }) => p));
  return others.map(({ id, values }, index) => {
    const { p, sigma, ...ratio } = ratios[index] as (typeof ratios)[number];
    const adjustedP = adjusted[index] as number;
    const ratio90 = equivalence(values, baseline, options.margin).interval;
    const reached = verdict({ ...options, ratio, ratio90, adjustedP });
    const mde = sigma === undefined ? undefined : minimumDetectableEffect(sigma, ratio.n);
    const wanted = sigma === undefined ? undefined : roundsNeeded(sigma, options.margin);
    const needed = wanted && Math.max(wanted, fewestRoundsFor(others.length));
    return {
      id,
      ratio,
      p: adjustedP,
      verdict: reached,
      ...(sigma !== undefined && { sigma }),
      ...(mde !== undefined && { mde }),
      ...(reached === 'inconclusive' && needed && needed > ratio.n && { roundsNeeded: needed }),
    };
  });
}
