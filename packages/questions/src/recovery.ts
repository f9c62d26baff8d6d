import { findMetric } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import type { Metric } from '@cpu-bound/study/model';

/** Returns true if the service had recovered before the bench stopped watching, in each round. */
export const isOver = (metrics: readonly Metric[], { contestant, condition }: Metric): boolean =>
  (findMetric(metrics, contestant, 'unrecovered', condition)?.high ?? 0) === 0;

/** Shows a recovery. If it was not complete in some round, it is shown as longer than the time of watching. */
export const showRecovery =
  (metrics: readonly Metric[]) =>
  (metric: Metric): string =>
    `${isOver(metrics, metric) ? '' : '≥ '}${format.interval(metric)}`;
