import TinyQueue from 'tinyqueue';
import type { Station } from '../analyse/theory/queueing.ts';
import type { Milliseconds } from '../model.ts';
import { quantile, sortedCopy } from '../stats/quantile.ts';
import { type Random, seededRandom } from '../stats/random.ts';

/** The first so many of the arrivals find a system that is not as full as it will be. */
const WARM_UP_SHARE = 0.2;

/**
 * One queue in front of `servers` workers, first come, first served, arrival by arrival: each is served by the worker
 * that is free first (the recursion of Kiefer and Wolfowitz, 1955). Arrivals are Poisson; services lognormal with the
 * station's mean and variation, or constant where that is 0.
 *
 * @param arrivals how many are simulated, those of the warm-up included
 * @returns the mean wait, and the p99 of wait and service together
 */
export function simulateQueue(
  { servers, serviceMs, serviceCv2, perSecond }: Omit<Station, 'arrivalCv2'>,
  arrivals: number,
  seed: string,
): { readonly meanWait: Milliseconds; readonly p99: Milliseconds } {
  const random = seededRandom(seed);
  const serve = serviceTimes(serviceMs, serviceCv2, random);
  const free = new TinyQueue<number>(new Array(servers).fill(0));
  const from = Math.floor(arrivals * WARM_UP_SHARE);
  const responses = new Float64Array(arrivals - from);
  let now: Milliseconds = 0;
  let waited = 0;
  for (let index = 0; index < arrivals; index++) {
    now += random.exponential(1000 / perSecond);
    const begins = Math.max(now, free.pop() ?? 0);
    const service = serve();
    free.push(begins + service);
    if (index < from) continue;
    waited += begins - now;
    responses[index - from] = begins - now + service;
  }
  return { meanWait: waited / responses.length, p99: quantile(sortedCopy(responses), 0.99) };
}

/** Lognormal by its first two moments: σ² = ln(1 + C²), μ = ln m − σ²/2. */
function serviceTimes(mean: Milliseconds, cv2: number, random: Random): () => Milliseconds {
  const variance = Math.log(1 + cv2);
  const location = Math.log(mean) - variance / 2;
  return () => (variance === 0 ? mean : Math.exp(location + Math.sqrt(variance) * random.normal()));
}
