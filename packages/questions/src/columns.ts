import type { Column } from '@cpu-bound/report/tables/metric-table';
import { capital, integers, interval } from '@cpu-bound/study/format';
import type { Metric } from '@cpu-bound/study/model';
import { isOver } from './figures.ts';

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

/** A further table of pairs with its heading; nothing if no pair was judged. */
export const alsoFor = (what: string, table: string): string[] =>
  table === '' ? [] : [`${capital(what)}:\n\n${table}`];

/** Shows a recovery. If it was not complete in some round, it is shown as longer than the time of watching. */
export const showRecovery =
  (metrics: readonly Metric[]) =>
  (metric: Metric): string =>
    `${isOver(metrics, metric) ? '' : '≥ '}${interval(metric)}`;
