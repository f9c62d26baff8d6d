import { type FaultKind, type Metric, type MetricId, sameCondition } from '@cpu-bound/study/model';

/** The status that stands for a request without an answer. */
export const NO_ANSWER = 0;

/** The behaviour of a failing task, by its fault. */
export const doings: Readonly<Partial<Record<FaultKind, string>>> = {
  'poison-heap': 'runs out of heap',
  'poison-exit': 'calls process.exit()',
  'poison-abort': 'aborts in native code',
  'poison-throw': 'throws outside of its promise',
  'poison-endless': 'never ends',
};

export const statusOf = ({ rounds = [], estimate }: Metric): string =>
  [...new Set(rounds.length > 0 ? rounds : [estimate])]
    .sort((a, b) => a - b)
    .map((status) => (status === NO_ANSWER ? 'none' : String(status)))
    .join(' or ');

/** Returns a metric of all contestants under a condition. */
export const metricsUnder = (
  metrics: readonly Metric[],
  name: MetricId,
  condition: Metric['condition'],
): Metric[] => metrics.filter((one) => one.metric === name && sameCondition(one.condition, condition));
