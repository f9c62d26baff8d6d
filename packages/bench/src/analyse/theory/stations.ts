import type { ContestantFacts } from '../../model.ts';

/** How requests queue for a contestant, by its manifest: what it deals out to its workers. */
export const modelOf = ({ deals, workers }: Pick<ContestantFacts, 'deals' | 'workers'>) =>
  !workers ? 'one server' : deals === 'connections' ? 'pinned queues' : 'shared queue';
