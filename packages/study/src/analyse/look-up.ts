import type { Environment } from '@cpu-bound/measure/model';
import {
  type Condition,
  type ContestantFacts,
  conditionKey,
  type Metric,
  type MetricId,
  sameCondition,
  sameInput,
  type Undecided,
} from '../model.ts';

/** Look-ups in an analysis, for decisions and pages. */

/** The contestants, and the variants that have a number. */
export const subjectsIn = (analysis: Undecided, metrics: readonly Metric[]): ContestantFacts[] => [
  ...analysis.contestants,
  ...(analysis.variants ?? []).filter(({ id }) => metrics.some(({ contestant }) => contestant === id)),
];

export const titleIn = (analysis: Pick<Undecided, 'contestants' | 'variants'>) => (id: string) =>
  [...analysis.contestants, ...(analysis.variants ?? [])].find((contestant) => contestant.id === id)?.title ??
  id;

/** Returns one metric of the contestants under one condition, in the order of the contestants. */
export const metricOfEach = (
  { contestants }: Pick<Undecided, 'contestants'>,
  metrics: readonly Metric[],
  name: MetricId,
  condition: Condition,
): Metric[] => contestants.flatMap(({ id }) => findMetric(metrics, id, name, condition) ?? []);

/** Returns the conditions that occur, without repetition. */
export const conditionsIn = (measured: readonly { readonly condition: Condition }[]): Condition[] => [
  ...new Map(measured.map(({ condition }) => [conditionKey(condition), condition])).values(),
];

export const named = (metrics: readonly Metric[], name: MetricId): Metric[] =>
  metrics.filter(({ metric }) => metric === name);

export const metricsUnder = (metrics: readonly Metric[], name: MetricId, condition: Condition): Metric[] =>
  named(metrics, name).filter((metric) => sameCondition(metric.condition, condition));

export const findMetric = (
  metrics: readonly Metric[],
  contestant: string,
  name: MetricId,
  condition?: Condition,
): Metric | undefined =>
  metrics.find(
    (metric) =>
      metric.contestant === contestant &&
      metric.metric === name &&
      (condition === undefined || sameCondition(metric.condition, condition)),
  );

/** The number of rounds of a figure; a percentile counts windows. */
export const roundCount = ({ rounds, windows, n }: Pick<Metric, 'rounds' | 'windows' | 'n'>): number =>
  windows && rounds ? rounds.length : n;

/** The CPU milliseconds of the kernel for the headline's input, if some question timed it. */
export const kernelTime = ({ scenarios, run }: Undecided): Metric | undefined =>
  Object.values(scenarios)
    .flatMap(({ metrics }) => metrics)
    .find(
      ({ metric, condition }) => metric === 'kernel-ms' && sameInput(condition.input, run.workload.headline),
    );

/** The same, as a number: a task's time. */
export const taskMs = (analysis: Undecided): number | undefined => kernelTime(analysis)?.estimate;

/** The time of the cores that a run may use: all of it, or the quota of a container. */
export const coreTime = ({ cores, quota = cores }: Pick<Environment, 'cores' | 'quota'>): number => quota;
