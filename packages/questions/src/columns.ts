import type { Column } from '@cpu-bound/report/tables/metric-table';
import { integers } from '@cpu-bound/study/format';

/** The measures of accounting as columns of a table. */
export const accountingColumns: readonly Column[] = [
  { title: 'sent', metric: 'sent', show: integers },
  { title: 'answered', metric: 'answered', show: integers },
  { title: 'failed', metric: 'errors', show: integers },
  { title: 'refused', metric: 'refused', show: integers },
  { title: 'timed out', metric: 'lost', show: integers },
  { title: 'answered twice', metric: 'duplicated', show: integers },
];

/** Percentiles as columns: `p50 (ms)`. */
export const percentileColumns = (
  of: 'latency' | 'hello',
  ...ids: readonly ('p50' | 'p90' | 'p99' | 'p99.9')[]
): Column[] => ids.map((id) => ({ title: `${id} (ms)`, metric: `${of}-${id}` }));

/** A further table of pairs with its heading; nothing if no pair has the metric. */
export const alsoFor = (what: string, table: string): string[] =>
  table === '' ? [] : [`The same for ${what}:\n\n${table}`];
