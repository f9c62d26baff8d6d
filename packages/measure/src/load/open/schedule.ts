import { seededRandom } from '@cpu-bound/stats/random';
import type { Seconds } from '../../model.ts';

export type Arrivals = 'poisson' | 'constant';

/**
 * Computes the intended send times of a window, in milliseconds from its start, ascending. Their number is fixed, so
 * that a load of 90 % is 90 % in every round.
 *
 * `poisson`: independent users. A Poisson process given its count is that many uniform times in order (Ross,
 * Stochastic Processes, 1996, theorem 2.3.1). `constant`: equal gaps, for probes and calibration. The same seed gives
 * the same schedule, so every contestant of a block sees the same arrivals.
 */
export function schedule(
  arrivals: Arrivals,
  perSecond: number,
  seconds: Seconds,
  seed: string,
): Float64Array {
  const end = seconds * 1000;
  const count = Math.round(perSecond * seconds);
  if (arrivals === 'constant')
    return Float64Array.from({ length: count }, (_, index) => (index * end) / count);
  const random = seededRandom(seed);
  return Float64Array.from({ length: count }, () => random.next() * end).sort();
}
