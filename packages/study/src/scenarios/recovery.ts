import { findMetric } from '../analyse/look-up.ts';
import * as format from '../format.ts';
import type { Metric } from '../model.ts';

/** Whether it was over in each round before the bench stopped watching. */
export const isOver = (metrics: readonly Metric[], { contestant, condition }: Metric): boolean =>
  (findMetric(metrics, contestant, 'unrecovered', condition)?.high ?? 0) === 0;

/** A recovery that was not over in some round is longer than what was watched, and is shown so. */
export const showRecovery =
  (metrics: readonly Metric[]) =>
  (metric: Metric): string =>
    `${isOver(metrics, metric) ? '' : '≥ '}${format.interval(metric)}`;
