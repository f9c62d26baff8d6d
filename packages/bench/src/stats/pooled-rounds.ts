import { type Samples, sortedCopy } from './quantile.ts';

/**
 * The rounds with their samples ascending. A round that is already sorted is used as it is, so that a
 * caller who wants several quantiles can sort once.
 *
 * @throws RangeError for no rounds, or a round without samples
 */
export function sortedRounds(rounds: readonly Samples[]): Samples[] {
  if (rounds.length === 0) throw new RangeError('a quantile over rounds needs at least one round, got none');
  return rounds.map((samples, round) => {
    if (samples.length === 0)
      throw new RangeError(`round ${round} has no samples; leave it out or void the run`);
    return isSorted(samples) ? samples : sortedCopy(samples);
  });
}

function isSorted(samples: Samples): boolean {
  for (let i = 1; i < samples.length; i++) {
    if ((samples[i - 1] as number) > (samples[i] as number)) return false;
  }
  return true;
}

/**
 * The p-quantile of a pool that holds round r `weights[r]` times: the smallest value with at least p of the
 * pool at or below it (type 1 of Hyndman & Fan 1996), within 10⁻⁶ of itself.
 *
 * Bisects on the value and counts by binary search in each round, so the pool is never built: about 20
 * steps per round and quantile whatever the number of samples.
 *
 * @param rounds each ascending
 * @param weights whole numbers ≥ 0, one per round, not all 0
 * @param p in (0, 1)
 */
export function pooledAt(rounds: readonly Samples[], weights: readonly number[], p: number): number {
  const drawn = rounds
    .map((samples, round) => ({ samples, weight: weights[round] as number }))
    .filter(({ weight }) => weight > 0);
  const own = drawn.map(({ samples }) => samples[Math.ceil(p * samples.length - 1e-9) - 1] as number);
  // The pool's quantile lies between the smallest and the largest of its rounds' own.
  let low = Math.min(...own);
  let high = Math.max(...own);
  const wanted = p * drawn.reduce((sum, { samples, weight }) => sum + weight * samples.length, 0) - 1e-6;
  const spread = () => high - low > 1e-6 * Math.max(Math.abs(low), Math.abs(high));
  while (spread()) {
    const middle = low + (high - low) / 2;
    let count = 0;
    for (const { samples, weight } of drawn) count += weight * countUpTo(samples, middle);
    if (count >= wanted) high = middle;
    else low = middle;
  }
  return high;
}

/** How many of the ascending samples are ≤ value. */
function countUpTo(samples: Samples, value: number): number {
  let low = 0;
  let high = samples.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((samples[middle] as number) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
