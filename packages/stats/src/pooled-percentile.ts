import studentQuantile from '@stdlib/stats-base-dists-t-quantile';
import { assertFraction } from './checks.ts';
import { type Interval, observedRange } from './interval.ts';
import { inverted } from './invert.ts';
import { mean, standardDeviation } from './moments.ts';
import {
  ownQuantile,
  pooledAt,
  type ScaledSamples,
  shareBeyond,
  sortedRounds,
  unscaled,
} from './pooled-rounds.ts';
import { isPrintable, type Samples } from './quantile.ts';

/** With fewer rounds no interval covered what it promised in simulations (docs/adr/0030). */
const FEWEST_ROUNDS = 8;

/**
 * The p-quantile of all samples of all rounds, with its interval over rounds.
 *
 * The interval is the span of two intervals, each at the level 1 − (1 − level)/2:
 * - all values q that a t test accepts. It tests whether the rounds' shares of samples beyond q have a mean of 1 − p,
 *   and corrects for skewness (Hall, JRSS B 54, 1992);
 * - the estimate ×/÷ exp(t·s/√R), where s is the scatter of the rounds' own quantiles about the estimate.
 *
 * The first fails where most rounds have no sample in the tail, for example beside a busy neighbour. The second fails
 * where the rounds' own quantiles jump between two values. Together they cover at least 93 % at a nominal 95 % in the
 * simulations of docs/adr/0030. Both use whole rounds, because requests of one process are autocorrelated.
 *
 * @param rounds samples of each round, positive, any unit; already sorted ones are not sorted again
 * @param p in (0, 1)
 * @returns undefined where fewer than 20 samples lie beyond p; indicative, with the lowest and highest of the
 *   rounds' own quantiles, below 8 rounds
 * @throws RangeError for no rounds, a round without samples, or p or the level outside (0, 1)
 */
export function pooledPercentile(rounds: readonly Samples[], p: number, level = 0.95): Interval | undefined {
  assertFraction(p, 'p');
  assertFraction(level, 'level');
  const sorted = sortedRounds(rounds).map(unscaled);
  const count = sorted.reduce((sum, { samples }) => sum + samples.length, 0);
  if (!isPrintable(count, p)) return undefined;
  const estimate = pooledAt(sorted, p);
  const own = sorted.map((round) => ownQuantile(round, p));
  const n = sorted.length;
  if (n < FEWEST_ROUNDS) return observedRange(estimate, own);
  const critical = studentQuantile(1 - (1 - level) / 4, n - 1);
  const scatter = Math.hypot(...own.map((value) => Math.log(value / estimate))) / Math.sqrt((n - 1) * n);
  const factor = Math.exp(critical * scatter);
  const byShares = whereSharesFit(sorted, p, estimate, critical);
  return {
    estimate,
    low: Math.min(byShares.low, estimate / factor),
    high: Math.max(byShares.high, estimate * factor),
    level,
    n,
    indicative: false,
  };
}

/** The values beyond which the rounds' shares may have a mean of 1 − p. */
function whereSharesFit(rounds: readonly ScaledSamples[], p: number, estimate: number, critical: number) {
  const low = Math.min(...rounds.map(({ samples }) => samples[0] as number));
  const high = Math.max(...rounds.map(({ samples }) => samples.at(-1) as number));
  const excess = (value: number) =>
    skewnessCorrected(rounds.map((round) => shareBeyond(round, value) - (1 - p)));
  return inverted(
    estimate,
    { low, high },
    {
      tooLow: (value) => excess(value) > critical,
      tooHigh: (value) => excess(value) < -critical,
    },
  );
}

/**
 * Student's t of a mean of 0, transformed monotonically so that skewness does not bias it: √n·(S + γS²/3 + γ²S³/27 +
 * γ/(6n)), with S the mean in standard deviations and γ the skewness (Hall 1992, formula 3).
 */
function skewnessCorrected(values: readonly number[]): number {
  const n = values.length;
  const centre = mean(values);
  const spread = standardDeviation(values);
  if (!(spread > 1e-12)) return Math.abs(centre) < 1e-12 ? 0 : Math.sign(centre) * Number.POSITIVE_INFINITY;
  const cubes = values.reduce((sum, value) => sum + ((value - centre) / spread) ** 3, 0);
  const skewness = (n * cubes) / ((n - 1) * (n - 2));
  const s = centre / spread;
  return Math.sqrt(n) * (s + (skewness * s ** 2) / 3 + (skewness ** 2 * s ** 3) / 27 + skewness / (6 * n));
}
