import { findMetric } from '../analyse/look-up.ts';
import * as format from '../format.ts';
import type { Metric } from '../model.ts';

/** A recovery that was not over in some round is longer than what was watched, and is shown so. */
export const showRecovery =
  (metrics: readonly Metric[]) =>
  (metric: Metric): string => {
    const unrecovered = findMetric(metrics, metric.contestant, 'unrecovered', metric.condition);
    return `${(unrecovered?.high ?? 0) > 0 ? '≥ ' : ''}${format.interval(metric)}`;
  };
