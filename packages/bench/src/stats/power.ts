import normalCdf from '@stdlib/stats-base-dists-normal-cdf';
import { type Family, pairLevel } from './family.ts';
import type { Interval } from './interval.ts';
import { quantile } from './quantile.ts';
import { signedRankBound } from './sign-flips.ts';
import { walshAverages } from './signed-rank.ts';

const MOST_ROUNDS = 200;
const POWER = 0.95;

/**
 * Smallest true ratio, as a factor ≥ 1, that this many rounds of the same scatter would call different from
 * 1 in 95 % of runs: exp(h · (1 + z₀.₉₅/z)), where h is the half-width of ln ratio's interval and z the normal
 * quantile of its level. A shift of h is found in half of the runs, and its estimate scatters by about h/z.
 *
 * Made from the interval, not from a standard deviation, so that the two cannot disagree: a burst that widens
 * the interval of a run raises this factor too. In 4,000 to 40,000 simulated normal experiments (6 to 60 rounds,
 * 1 to 15 pairs) the multiple of h is right within 4 %, and up to 8 % low where the interval is the range of
 * the rounds. A run that happened to see no burst cannot know of them: with bursts over 6 % of the windows, 10
 * rounds and 6 pairs, half of the runs tell 1.07 or less where 1.17 is true (docs/adr/0011).
 *
 * @param differences d_r = ln(a_r / b_r), one per round
 * @param rounds how many there would be; the number of differences unless told
 * @returns undefined where the rounds are too few for an interval, or the factor is not finite; 1 only
 *   where the rounds do not scatter at all
 * @throws RangeError as {@link pairLevel}
 */
export function minimumDetectableRatio(
  differences: readonly number[],
  family: Family,
  rounds = differences.length,
): number | undefined {
  const level = pairLevel(family);
  const half = halfWidth(differences, level, rounds);
  if (half === undefined) return undefined;
  const factor = Math.exp(half * (1 + normalQuantile(POWER) / normalQuantile((1 + level) / 2)));
  return Number.isFinite(factor) ? factor : undefined;
}

/**
 * The same of a ratio whose interval is there already, at the level that is its own and not its family's.
 *
 * @returns undefined where it is indicative, or the factor is not finite
 */
export function detectableRatio({ low, high, level, indicative }: Interval): number | undefined {
  if (indicative) return undefined;
  const half = Math.log(high / low) / 2;
  const factor = Math.exp(half * (1 + normalQuantile(POWER) / normalQuantile((1 + level) / 2)));
  return Number.isFinite(factor) ? factor : undefined;
}

/**
 * Fewest rounds, more than there are, with which the minimum detectable ratio is at most 1 + margin.
 *
 * @returns undefined where it already is, where 200 rounds are not enough, or where there is no interval yet
 */
export function roundsNeeded(
  differences: readonly number[],
  family: Family,
  margin: number,
): number | undefined {
  const suffices = (rounds: number) =>
    (minimumDetectableRatio(differences, family, rounds) ?? Number.POSITIVE_INFINITY) <= 1 + margin;
  let [few, enough] = [differences.length, MOST_ROUNDS];
  if (minimumDetectableRatio(differences, family) === undefined) return undefined;
  if (few >= enough || suffices(few) || !suffices(enough)) return undefined;
  while (enough - few > 1) {
    const middle = (few + enough) >>> 1;
    if (suffices(middle)) enough = middle;
    else few = middle;
  }
  return enough;
}

/**
 * Half-width of the signed-rank interval that `rounds` rounds of this scatter would have, without unit. With
 * N rounds the interval cuts off (k − 1) of the N(N+1)/2 − 1 steps between Walsh averages at either end; the
 * same share is cut off those at hand. Where N is the rounds at hand this is the interval itself. Within 8 %
 * of simulated medians (normal scatter, from 8 rounds to 100), and as near under bursts.
 */
function halfWidth(differences: readonly number[], level: number, rounds: number): number | undefined {
  const { k } = signedRankBound(rounds, level);
  if (k === 0) return undefined;
  const share = (k - 1) / ((rounds * (rounds + 1)) / 2 - 1);
  const averages = walshAverages(differences);
  return (quantile(averages, 1 - share) - quantile(averages, share)) / 2;
}

/** The z with Φ(z) = p for p in [0.5, 1 − 10⁻¹⁵], by bisection. */
function normalQuantile(p: number): number {
  let [low, high] = [0, 8];
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (normalCdf(middle, 0, 1) < p) low = middle;
    else high = middle;
  }
  return low;
}
