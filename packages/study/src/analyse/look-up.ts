import type { Environment } from '@cpu-bound/measure/model';
import { inverse, opposite } from '@cpu-bound/stats/verdict';
import type { Comparison, Metric, Undecided } from '../model/analysis.ts';
import type { Condition } from '../model/plan.ts';
import type { ContestantFacts } from '../model/run.ts';
import { conditionKey, kindOf, type MetricId, sameCondition, sameInput } from '../model.ts';

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

/** Returns the same comparison, seen from the other side. */
export function turned(comparison: Comparison): Comparison {
  const { contestant, against, ratio, verdict } = comparison;
  return {
    ...comparison,
    contestant: against,
    against: contestant,
    ratio: inverse(ratio),
    verdict: opposite[verdict],
  };
}

/** Returns the comparisons in which a contestant takes part, from its side. */
export const pairsWith = (contestant: string, comparisons: readonly Comparison[]): Comparison[] =>
  comparisons.flatMap((pair) => {
    if (pair.contestant === contestant) return [pair];
    return pair.against === contestant ? [turned(pair)] : [];
  });

/** Finds the comparison of one contestant with another, in either direction. */
export const pairOf = (
  comparisons: readonly Comparison[],
  contestant: string,
  against: string,
): Comparison | undefined => pairsWith(contestant, comparisons).find((pair) => pair.against === against);

/**
 * Returns the comparisons of each contestant with its reference, in that direction, by the metrics that have a better
 * and a worse.
 *
 * @param referenceOf undefined for a contestant without one
 */
export const withReference = (
  comparisons: readonly Comparison[],
  referenceOf: (contestant: string) => string | undefined,
): Comparison[] =>
  comparisons
    .filter(({ metric }) => kindOf(metric).better)
    .flatMap((pair) => {
      if (referenceOf(pair.contestant) === pair.against) return [pair];
      return referenceOf(pair.against) === pair.contestant ? [turned(pair)] : [];
    });

export const pairsUnder = (
  comparisons: readonly Comparison[],
  metric: MetricId,
  condition: Condition,
): Comparison[] =>
  comparisons.filter((pair) => pair.metric === metric && sameCondition(pair.condition, condition));

/** A contestant of this checkout, and the same contestant of the other checkout. */
export type CheckoutPair = { readonly after: ContestantFacts; readonly before: ContestantFacts };

/** The pairs that a run against another checkout compares; they have no peers. */
export const checkoutPairs = (contestants: readonly ContestantFacts[]): CheckoutPair[] =>
  contestants.flatMap((before) => {
    const after = contestants.find(({ id }) => id === before.peerOf);
    return after ? [{ after, before }] : [];
  });

/** Compares this checkout with the other one, in that direction, by each metric that has a better and a worse. */
export function afterToBefore(
  comparisons: readonly Comparison[],
  contestants: readonly ContestantFacts[],
): Comparison[] {
  const pairs = checkoutPairs(contestants);
  return withReference(comparisons, (id) => pairs.find(({ after }) => after.id === id)?.before.id);
}
