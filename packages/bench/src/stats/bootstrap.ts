import { assertFraction } from './checks.ts';
import { type Interval, observedRange } from './interval.ts';
import { location, type Scale } from './location.ts';
import { pooledAt, sortedRounds } from './pooled-rounds.ts';
import { isPrintable, quantile, type Samples, samplesBeyond, sortedCopy } from './quantile.ts';
import { seededRandom } from './random.ts';

type QuantileOptions = {
  /** The same seed gives the same interval. */
  seed: number | string;
  /** Wanted level, 0.95 unless told. */
  level?: number;
};

/** With fewer rounds the range of the rounds is all there is to say. */
const FEWEST_ROUNDS = 6;
/** Samples a round needs beyond the quantile for its own quantile to enter a location interval. */
const FEWEST_BEYOND_PER_ROUND = 5;

/**
 * The p-quantile of all samples of all rounds, with the percentile bootstrap interval that resamples whole
 * rounds (the cluster bootstrap: Davison & Hinkley, Bootstrap Methods, 1997, §3.8).
 *
 * Whole rounds, because the requests of one process are autocorrelated and share its luck: resampling
 * requests would take them for so many independent witnesses. Percentile bootstraps of few rounds are
 * anti-conservative (10–14 % misses at a nominal 5 % for R ≤ 20), so prefer {@link quantileAcrossRounds}.
 *
 * @param rounds samples of each round, any unit; already sorted ones are not sorted again
 * @param p in (0, 1)
 * @param options.resamples 1,000 unless told
 * @returns undefined where fewer than 20 samples lie beyond p; indicative, with the range of the rounds'
 *   own quantiles, below 6 rounds
 * @throws RangeError for no rounds, a round without samples, or p or the level outside (0, 1)
 */
export function pooledQuantile(
  rounds: readonly Samples[],
  p: number,
  { seed, resamples = 1000, level = 0.95 }: QuantileOptions & { resamples?: number },
): Interval | undefined {
  assertFraction(p, 'p');
  assertFraction(level, 'level');
  const sorted = sortedRounds(rounds);
  if (!isPrintable(sampleCount(sorted), p)) return undefined;
  const once = sorted.map(() => 1);
  const estimate = pooledAt(sorted, once, p);
  const n = sorted.length;
  if (n < FEWEST_ROUNDS) {
    return observedRange(
      estimate,
      sorted.map((samples) => pooledAt([samples], [1], p)),
    );
  }
  const random = seededRandom(seed);
  const estimates = new Float64Array(resamples).map(() => {
    const weights = new Array<number>(n).fill(0);
    for (let drawn = 0; drawn < n; drawn++) {
      const round = random.below(n);
      weights[round] = (weights[round] as number) + 1;
    }
    return pooledAt(sorted, weights, p);
  });
  const ordered = sortedCopy(estimates);
  const low = quantile(ordered, (1 - level) / 2);
  const high = quantile(ordered, (1 + level) / 2);
  return { estimate, low, high, level, n, indicative: false };
}

/**
 * The p-quantile over rounds with the more honest of two intervals: where every round has at least 5 samples
 * beyond p, the Hodges–Lehmann location of the rounds' own quantiles, whose interval is exact; otherwise
 * the bootstrap of {@link pooledQuantile}.
 *
 * The two estimate different things where rounds differ: the quantile of a typical process, and that of
 * all requests together, in which the worst process weighs most.
 *
 * @param rounds samples of each round, any unit
 * @param p in (0, 1)
 * @param options.scale of the samples: geometric unless told, as for latencies
 * @returns undefined where fewer than 20 samples of all rounds lie beyond p
 * @throws RangeError as {@link pooledQuantile}, and for a round's quantile ≤ 0 on the geometric scale
 */
export function quantileAcrossRounds(
  rounds: readonly Samples[],
  p: number,
  { scale = 'geometric', ...options }: QuantileOptions & { scale?: Scale },
): Interval | undefined {
  assertFraction(p, 'p');
  const sorted = sortedRounds(rounds);
  if (!isPrintable(sampleCount(sorted), p)) return undefined;
  const carried = sorted.every((samples) => samplesBeyond(samples.length, p) >= FEWEST_BEYOND_PER_ROUND);
  if (!carried) return pooledQuantile(sorted, p, options);
  return location(
    sorted.map((samples) => quantile(samples, p)),
    { scale, level: options.level ?? 0.95 },
  );
}

function sampleCount(rounds: readonly Samples[]): number {
  return rounds.reduce((sum, samples) => sum + samples.length, 0);
}
