import { findMetric } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import type { Metric } from '@cpu-bound/study/model';

/** Whether it was over in each round before the bench stopped watching. */
export const isOver = (metrics: readonly Metric[], { contestant, condition }: Metric): boolean =>
  (findMetric(metrics, contestant, 'unrecovered', condition)?.high ?? 0) === 0;

/** A recovery that was not over in some round is longer than what was watched, and is shown so. */
export const showRecovery =
  (metrics: readonly Metric[]) =>
  (metric: Metric): string =>
    `${isOver(metrics, metric) ? '' : '≥ '}${format.interval(metric)}`;
