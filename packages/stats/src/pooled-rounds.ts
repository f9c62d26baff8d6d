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
    if (samples.length === 0) throw new RangeError(`round ${round} has no samples; leave that round out`);
    return isSorted(samples) ? samples : sortedCopy(samples);
  });
}

function isSorted(samples: Samples): boolean {
  for (let i = 1; i < samples.length; i++) {
    if ((samples[i - 1] as number) > (samples[i] as number)) return false;
  }
  return true;
}

/** Ascending samples, all multiplied by a positive factor without being copied. */
export type ScaledSamples = { readonly samples: Samples; readonly factor: number };

export const unscaled = (samples: Samples): ScaledSamples => ({ samples, factor: 1 });

/** Values whose relative distance is below this count as equal, because a bisection finds a value only to this precision. */
const EQUAL = 2e-6;

/** The smallest sample with at least p of the round at or below it: type 1 of Hyndman & Fan 1996. */
export const ownQuantile = ({ samples, factor }: ScaledSamples, p: number): number =>
  factor * (samples[Math.ceil(p * samples.length - 1e-9) - 1] as number);

/**
 * The p-quantile of all samples of all rounds: the smallest value with at least p of them at or below it
 * (type 1 of Hyndman & Fan 1996), with a relative error of at most 10⁻⁶.
 *
 * Bisects on the value and counts by binary search in each round, so the pool is never built: about 20
 * steps per round and quantile whatever the number of samples.
 *
 * @param p in (0, 1)
 */
export function pooledAt(rounds: readonly ScaledSamples[], p: number): number {
  const own = rounds.map((round) => ownQuantile(round, p));
  // The pool's quantile lies between the smallest and the largest of its rounds' own.
  let low = Math.min(...own);
  let high = Math.max(...own);
  const wanted = p * rounds.reduce((sum, { samples }) => sum + samples.length, 0) - 1e-6;
  while (high - low > (EQUAL / 2) * Math.max(Math.abs(low), Math.abs(high))) {
    const middle = low + (high - low) / 2;
    let count = 0;
    for (const { samples, factor } of rounds) count += countUpTo(samples, middle / factor);
    if (count >= wanted) high = middle;
    else low = middle;
  }
  return high;
}

/** Share of a round's samples beyond a value, in [0, 1]. Samples that equal the value count half. */
export function shareBeyond({ samples, factor }: ScaledSamples, value: number): number {
  const at = value / factor;
  const notBeyond = countUpTo(samples, at * (1 + EQUAL)) + countUpTo(samples, at * (1 - EQUAL));
  return 1 - notBeyond / 2 / samples.length;
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
