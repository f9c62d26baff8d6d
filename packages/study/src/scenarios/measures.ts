import type { Measure } from '../analyse/measures.ts';
import type { Observation } from '../analyse/observations.ts';
import type { Accounting } from '../model.ts';

const count =
  (of: keyof Accounting) =>
  ({ result: { open } }: Observation) =>
    open?.accounting[of];

/** Where every request of an open loop went: those from `answered` to `lost` add up to `sent`. */
export const accountingMeasures: readonly Measure[] = [
  { metric: 'sent', of: count('sent') },
  { metric: 'answered', of: count('ok') },
  { metric: 'errors', of: count('failed') },
  { metric: 'refused', of: count('refused') },
  // An open loop waits for each until its deadline: what has no answer by then is lost.
  { metric: 'lost', of: count('timedOut') },
  { metric: 'duplicated', of: ({ result: { open } }) => open?.answeredTwice },
];
