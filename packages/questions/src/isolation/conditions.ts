import { type Metric, type MetricId, sameCondition } from '@cpu-bound/study/model';

/** The status that stands for a request without an answer. */
export const NO_ANSWER = 0;

/** Returns a metric of all contestants under a condition. */
export const metricsUnder = (
  metrics: readonly Metric[],
  name: MetricId,
  condition: Metric['condition'],
): Metric[] => metrics.filter((one) => one.metric === name && sameCondition(one.condition, condition));
