import { findMetric, metricOfEach, roundCount } from '@cpu-bound/study/analyse/look-up';
import type { Answer } from '@cpu-bound/study/decide/need';
import * as format from '@cpu-bound/study/format';
import {
  type Amount,
  type Cell,
  type Condition,
  type ContestantFacts,
  kindOf,
  MANY_UNANSWERED,
  type Metric,
  type MetricId,
  type NumberCell,
  type Undecided,
} from '@cpu-bound/study/model';

export const amount = ({ estimate, low, high, level, n, indicative, censored, rounds }: Metric): Amount => ({
  ...{ estimate, low, high, level, n, indicative },
  ...(censored && { censored }),
  ...(rounds && { rounds }),
});

/**
 * Builds the part of an answer that one metric of the contestants gives under one condition.
 *
 * @param factor converts the metric's unit to the one that is shown
 */
export function figuresOf(
  analysis: Pick<Undecided, 'contestants'>,
  metrics: readonly Metric[],
  name: MetricId,
  condition: Condition,
  factor = 1,
): Pick<Answer, 'cells' | 'n' | 'windowSeconds' | 'better'> {
  const found = metricOfEach(analysis, metrics, name, condition);
  const isOfAnswers = /^(throughput|latency)/.test(name);
  const unanswered = isOfAnswers ? metricOfEach(analysis, metrics, 'unanswered', condition) : [];
  const [windowSeconds] = found.flatMap(({ windows }) => windows?.seconds ?? []);
  return {
    cells: Object.fromEntries(
      found.map((metric) => [metric.contestant, cellOf(format.scaled(metric, factor), unanswered)]),
    ),
    n: Math.max(0, ...found.map(roundCount)),
    better: kindOf(name).better ?? 'lower',
    ...(windowSeconds !== undefined && { windowSeconds }),
  };
}

export const cellsOf = (
  { contestants }: Pick<Undecided, 'contestants'>,
  cellFor: (contestant: ContestantFacts) => Cell | undefined,
): Record<string, Cell> =>
  Object.fromEntries(
    contestants.flatMap((contestant) => {
      const cell = cellFor(contestant);
      return cell ? [[contestant.id, cell]] : [];
    }),
  );

/** Adds the share of unanswered requests to a figure, if it is above one in a thousand. */
function cellOf(metric: Metric, unanswered: readonly Metric[]): NumberCell {
  const share = unanswered.find(
    ({ contestant, estimate }) => contestant === metric.contestant && estimate > MANY_UNANSWERED,
  );
  return { kind: 'number', value: amount(metric), ...(share && { unanswered: share.estimate }) };
}

/** Returns true if the service had recovered before the bench stopped watching, in each round. */
export const isOver = (metrics: readonly Metric[], { contestant, condition }: Metric): boolean =>
  (findMetric(metrics, contestant, 'unrecovered', condition)?.high ?? 0) === 0;
