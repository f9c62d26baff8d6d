import type { ContestantFacts, Milliseconds } from '../../model.ts';
import { pinnedQueuesWait, type Station, sharedQueueWait } from './queueing.ts';

export type Model = 'shared queue' | 'pinned queues' | 'one server';

/** The model that a contestant is held to, named beforehand by its manifest: what it deals out to its workers. */
export const modelOf = ({ deals, workers }: Pick<ContestantFacts, 'deals' | 'workers'>): Model =>
  !workers ? 'one server' : deals === 'connections' ? 'pinned queues' : 'shared queue';

/**
 * The mean wait that its model predicts.
 *
 * @returns undefined where the queue has no steady state
 */
export function predictedWait(
  facts: Pick<ContestantFacts, 'deals' | 'workers'>,
  workers: number,
  load: Pick<Station, 'serviceMs' | 'serviceCv2' | 'perSecond'>,
): Milliseconds | undefined {
  const model = modelOf(facts);
  const station = { ...load, servers: model === 'one server' ? 1 : workers, arrivalCv2: 1 };
  return model === 'pinned queues' ? pinnedQueuesWait(station) : sharedQueueWait(station);
}
