import type { Measure } from '../analyse/measures.ts';
import type { Observation } from '../analyse/observations.ts';
import type { Accounting } from '../model.ts';
import { whole } from '../report/format.ts';
import type { Column } from '../report/metric-table.ts';

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

/** The same as columns of a table. */
export const accountingColumns: readonly Column[] = [
  { title: 'sent', metric: 'sent', show: whole },
  { title: 'answered', metric: 'answered', show: whole },
  { title: 'failed', metric: 'errors', show: whole },
  { title: 'refused', metric: 'refused', show: whole },
  { title: 'lost', metric: 'lost', show: whole },
  { title: 'answered twice', metric: 'duplicated', show: whole },
];
