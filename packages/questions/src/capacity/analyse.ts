import { conditionsIn, named, subjectsIn } from '@cpu-bound/study/analyse/look-up';
import {
  comparisonsOf,
  extent,
  kernelByRound,
  type Measure,
  metricOver,
  metricsOf,
  throughput,
} from '@cpu-bound/study/analyse/measures';
import { conditionsOf, type ScenarioInput } from '@cpu-bound/study/analyse/observations';
import { pairOf } from '@cpu-bound/study/analyse/pairs';
import { answeredComparisons } from '@cpu-bound/study/analyse/unanswered';
import { comparedBy, type Need } from '@cpu-bound/study/decide/need';
import * as format from '@cpu-bound/study/format';
import type { Condition, Flip, Metric, Undecided } from '@cpu-bound/study/model';
import { figuresOf } from '../figures.ts';
import { answersPerCpuSecond, cpuUsed, extremeShares, type WithExtent } from '../measures.ts';

export type CapacityAnalysis = WithExtent & { readonly connections: number };

/** Requests per second that the machine could answer if the kernel were the only work: cores ÷ kernel CPU seconds. */
function limitMetric(input: ScenarioInput, condition: Condition): Metric[] {
  const limits = [...kernelByRound(input, condition.input)].map(
    ([round, ms]) => [round, (input.run.cores * 1000) / ms] as const,
  );
  return metricOver({ contestant: 'kernel', metric: 'limit', condition }, new Map(limits));
}

/**
 * The answers of the worker that gave the fewest, as a share of an even part: a fork that gets no connection is idle.
 * A contestant that deals out requests keeps its workers busy with any connections.
 */
const leastShare = ({ subjects, workers }: ScenarioInput['run']): Measure => ({
  metric: 'least-share',
  read({ subject, result }) {
    const deals = subjects.find(({ id }) => id === subject.contestant)?.deals;
    const shares = deals === 'connections' ? extremeShares(result.load?.shares, workers) : undefined;
    return shares && shares.min * workers;
  },
});

/** Compares the throughput of all pairs and its two factors, and computes the physical limit. */
export function analyse(input: ScenarioInput): CapacityAnalysis {
  const { observations, run } = input;
  // For two checkouts, the question of cost compares the inverse of this factor; each further figure would widen all
  // intervals.
  const factors = run.figures === undefined ? [answersPerCpuSecond] : [];
  return {
    metrics: [
      ...metricsOf(input, [throughput, cpuUsed, answersPerCpuSecond, leastShare(run)]),
      ...conditionsOf(observations).flatMap((condition) => limitMetric(input, condition)),
    ],
    comparisons: [
      ...[throughput, ...factors].flatMap((measure) => comparisonsOf(input, measure)),
      ...answeredComparisons(input),
    ],
    connections: observations[0]?.window.condition.setting.connections ?? 0,
    ...extent(input),
  };
}

export const needs: readonly Need<CapacityAnalysis>[] = [
  {
    id: 'throughput',
    title: 'answers at full load',
    unit: '/s',
    group: 'speed',
    matter: 'traffic',
    row: 'answers',
    resolves: 'throughputs',
    order: 10,
    answer({ metrics, comparisons, connections }, analysis) {
      const [condition] = conditionsIn(named(metrics, 'throughput'));
      if (!condition) return undefined;
      return {
        under: `saturated by ${connections} connections`,
        ...figuresOf(analysis, metrics, 'throughput', condition),
        ...comparedBy(comparisons, 'throughput', condition),
      };
    },
  },
];

/** A variant of a strategy may change the answer; the finding is absent if none was measured. */
export function flips(found: CapacityAnalysis | undefined, analysis: Undecided): Flip[] {
  const about = 'another way to configure a strategy';
  const variants = found ? subjectsIn(analysis, found.metrics) : [];
  const findings = variants.flatMap(({ id, title, variantOf }) => {
    const pair = variantOf === undefined ? undefined : pairOf(found?.comparisons ?? [], id, variantOf);
    if (!pair || pair.verdict === 'not-judged') return [];
    const times = `${format.times(pair.ratio.estimate)}× the throughput of ${variantOf}`;
    return [`${title}: ${times} ${format.ratioBounds(pair.ratio)} (${pair.verdict})`];
  });
  return findings.length > 0 ? [{ about, finding: findings.join('; ') }] : [];
}
