import type { Milliseconds, Seconds } from '../../../model.ts';
import { seededRandom } from '../../../stats/random.ts';

export type Arrivals = 'poisson' | 'constant';

/**
 * The intended send times of a whole window, in milliseconds from its start, ascending.
 *
 * `poisson`: independent users, exponential gaps. `constant`: equal gaps, for probes and calibration.
 * The same seed gives the same schedule, so every contestant of a round sees the same arrivals.
 */
export function schedule(
  arrivals: Arrivals,
  perSecond: number,
  seconds: Seconds,
  seed: string,
): Float64Array {
  const end = seconds * 1000;
  const gap = 1000 / perSecond;
  const due: Milliseconds[] = [];
  if (arrivals === 'constant') {
    for (let index = 0; index * gap < end; index++) due.push(index * gap);
  } else {
    const random = seededRandom(seed);
    for (let at = random.exponential(gap); at < end; at += random.exponential(gap)) due.push(at);
  }
  return Float64Array.from(due);
}
