import {
  type Condition,
  type ContestantFacts,
  conditionKey,
  type Metric,
  type MetricId,
  sameCondition,
  type Undecided,
} from '../model.ts';

/** Look-ups in an analysis, for decisions and pages. */

/** Contestants, and those variants that have a number. */
export const subjectsIn = (analysis: Undecided, metrics: readonly Metric[]): ContestantFacts[] => [
  ...analysis.contestants,
  ...(analysis.variants ?? []).filter(({ id }) => metrics.some(({ contestant }) => contestant === id)),
];

/** The title of a contestant or a variant. */
export const titleIn = (analysis: Pick<Undecided, 'contestants' | 'variants'>) => (id: string) =>
  [...analysis.contestants, ...(analysis.variants ?? [])].find((one) => one.id === id)?.title ?? id;

/** One metric of the contestants under one condition, in their order. */
export const metricOfEach = (
  { contestants }: Pick<Undecided, 'contestants'>,
  metrics: readonly Metric[],
  name: MetricId,
  condition: Condition,
): Metric[] => contestants.flatMap(({ id }) => findMetric(metrics, id, name, condition) ?? []);

/** The conditions that occur, each once. */
export const conditionsIn = (measured: readonly { readonly condition: Condition }[]): Condition[] => [
  ...new Map(measured.map(({ condition }) => [conditionKey(condition), condition])).values(),
];

export const findMetric = (
  metrics: readonly Metric[],
  contestant: string,
  name: MetricId,
  condition?: Condition,
): Metric | undefined =>
  metrics.find(
    (one) =>
      one.contestant === contestant &&
      one.metric === name &&
      (condition === undefined || sameCondition(one.condition, condition)),
  );
