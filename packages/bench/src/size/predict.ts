import { erlangC, pinnedQueuesWait, sharedQueueWait, utilisationOf } from '../analyse/theory/queueing.ts';
import type { Model } from '../analyse/theory/stations.ts';
import type { Milliseconds } from '../model.ts';

/** What a strategy is to the model: how its requests queue, and what one of them takes a worker. */
export type Load = {
  readonly model: Model;
  readonly workers: number;
  /** Of one request on one worker, all that it costs included. */
  readonly serviceMs: Milliseconds;
  readonly serviceCv2: number;
  readonly perSecond: number;
};

/**
 * The p-quantile of the response time. The wait is 0 for those who find a worker free; of the others it is taken as
 * exponential with the mean that the model gives them (exact for M/M/n; for other services its tail, Kingman 1970;
 * Tijms, Stochastic Models, 1994, §4). The service time is added as its mean: a fixed task scatters little.
 *
 * @param p in (0, 1)
 * @returns undefined where the queue has no steady state
 */
export function responseQuantile(
  { model, workers, serviceMs, serviceCv2, perSecond }: Load,
  p: number,
): Milliseconds | undefined {
  const station = { servers: workers, serviceMs, serviceCv2, perSecond, arrivalCv2: 1 };
  const utilisation = utilisationOf(station);
  if (utilisation >= 1) return undefined;
  const isPinned = model === 'pinned queues';
  const mean = isPinned ? pinnedQueuesWait(station) : sharedQueueWait(station);
  const waits = isPinned ? utilisation : erlangC(workers, utilisation);
  if (mean === undefined || waits <= 1 - p) return serviceMs;
  return serviceMs + (mean / waits) * Math.log(waits / (1 - p));
}
