import { extent, type Measure, metricsOf } from '../../analyse/measures.ts';
import type { Asked, Observation } from '../../analyse/observations.ts';
import { recoveryFrom } from '../../analyse/timeline.ts';
import type { Accounting } from '../../model.ts';
import type { FaultsAnalysis } from './analysis.ts';

const count =
  (of: keyof Accounting) =>
  ({ result: { open } }: Observation) =>
    open?.accounting[of];

const recovery = ({ result: { open, fault } }: Observation) =>
  open && fault && recoveryFrom(open, fault.atMs);

const measures: readonly Measure[] = [
  { metric: 'sent', of: count('sent') },
  { metric: 'answered', of: count('ok') },
  { metric: 'errors', of: count('failed') },
  { metric: 'refused', of: count('refused') },
  // An open loop waits for each until its deadline: what has no answer by then is lost.
  { metric: 'lost', of: count('timedOut') },
  { metric: 'duplicated', of: ({ result: { open } }) => open?.answeredTwice },
  { metric: 'retaken', of: ({ result: { fault } }) => fault?.retaken },
  { metric: 'recovery', of: (observation) => recovery(observation)?.ms },
  { metric: 'unrecovered', of: (observation) => (recovery(observation)?.recovered === false ? 1 : 0) },
  { metric: 'away', of: ({ result: { fault } }) => fault?.tookMs },
];

/** Where every request went while a service was hurt, and how long it took to be well again. */
export const analyseFaults = (asked: Asked): FaultsAnalysis => ({
  metrics: metricsOf(asked, measures),
  comparisons: [],
  rounds: extent(asked).rounds,
});
