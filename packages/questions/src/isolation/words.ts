import * as format from '@cpu-bound/study/format';
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

/** `42 (38 to 45) of 410; silent for up to 812 ms`, or `every one of 410 answered`. */
export function figureOf(
  sent: Metric,
  unserved: Metric,
  silence: Metric | undefined,
  restarts: Metric | undefined,
): string {
  if (unserved.high === 0) return `every one of ${Math.round(sent.estimate)} answered`;
  const silent = silence ? `; silent for up to ${format.duration(silence.estimate)}` : '';
  const again = restarts && restarts.high > 0 ? `; the service restarted ${format.integers(restarts)}×` : '';
  return `${format.integers(unserved)} of ${Math.round(sent.estimate)}${silent}${again}`;
}
