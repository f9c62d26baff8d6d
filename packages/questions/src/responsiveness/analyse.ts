import { conditionsIn, metricsUnder, named } from '@cpu-bound/study/analyse/look-up';
import { extent } from '@cpu-bound/study/analyse/measures';
import type { ScenarioInput } from '@cpu-bound/study/analyse/observations';
import { percentileComparisons, percentileMetrics } from '@cpu-bound/study/analyse/percentiles';
import { type Answer, comparedBy, type Need } from '@cpu-bound/study/decide/need';
import { byIntervals, firstOf } from '@cpu-bound/study/decide/relation';
import * as format from '@cpu-bound/study/format';
import type { Condition, Milliseconds, Undecided } from '@cpu-bound/study/model';
import { LOW } from '@cpu-bound/study/plan/windows';
import * as wording from '@cpu-bound/study/wording';
import { figuresOf } from '../figures.ts';
import type { WithRounds } from '../measures.ts';

export type ResponsivenessAnalysis = WithRounds & {
  readonly perSecond: number;
  /** The bench does not wait longer than this for the answer to a probe. */
  readonly timeoutMs: Milliseconds;
};

const isLowRate = ({ setting }: Condition): boolean => setting.load === LOW.load && setting.of === LOW.of;

/** The windows of the low rate; none of a run that compares checkouts, whose further figures widen all intervals. */
const atLowRate = (input: ScenarioInput): ScenarioInput => ({
  ...input,
  observations: input.observations.filter(
    ({ window }) => input.run.figures === undefined && isLowRate(window.condition),
  ),
});

/**
 * Returns the latency of `/hello` from the intended time, during a load on the heavy route, with all pairs on its
 * median, and on its p90 at the low rate. There most light requests meet an idle process, so the median shows no wait.
 */
export function analyse(input: ScenarioInput): ResponsivenessAnalysis {
  const percentiles = percentileMetrics(input, 'hello', ['p50', 'p90', 'p99']);
  return {
    metrics: percentiles,
    comparisons: [
      ...percentileComparisons(input, 'hello', 'p50', percentiles),
      ...percentileComparisons(atLowRate(input), 'hello', 'p90', percentiles),
    ],
    perSecond: input.observations[0]?.window.probe?.perSecond ?? 0,
    timeoutMs: input.observations[0]?.window.probe?.timeoutMs ?? 0,
    rounds: extent(input).rounds,
  };
}

/** A wait beyond the deadline has no ratio, but an interval; so has a p90 of an older analysis. */
function answerBy(
  { metrics, comparisons }: ResponsivenessAnalysis,
  analysis: Undecided,
  metric: 'hello-p50' | 'hello-p90',
  isCondition: (condition: Condition) => boolean,
): Answer | undefined {
  const condition = conditionsIn(named(metrics, metric)).find(isCondition);
  if (!condition) return undefined;
  const { pairs, relate } = comparedBy(comparisons, metric, condition);
  return {
    under: wording.loadName(condition),
    ...figuresOf(analysis, metrics, metric, condition),
    pairs,
    relate: firstOf(relate, byIntervals(metricsUnder(metrics, metric, condition))),
  };
}

const shared = { unit: 'ms', group: 'light requests', matter: 'light' } as const;

/** The everyday rate shows how often a light request waits, and full load how long. */
export const needs: readonly Need<ResponsivenessAnalysis>[] = [
  {
    ...shared,
    id: 'light-low',
    title: 'light requests at a low rate',
    statistic: 'p90',
    row: 'light-low',
    order: 28,
    answer(found, analysis) {
      const answer = answerBy(found, analysis, 'hello-p90', isLowRate);
      const perSecond = answer && rateOf(analysis, isLowRate);
      return answer && perSecond !== undefined
        ? { ...answer, title: `light requests at ${format.rate(perSecond)}`, perSecond }
        : answer;
    },
  },
  {
    ...shared,
    id: 'light-requests',
    title: 'light requests at full load',
    statistic: 'median',
    row: 'light',
    order: 30,
    answer: (found, analysis) =>
      answerBy(found, analysis, 'hello-p50', ({ setting }) => setting.load === undefined),
  },
];

/** The rate of a condition, by whichever question reported it: the windows are shared. */
const rateOf = (
  { scenarios }: Undecided,
  isCondition: (condition: Condition) => boolean,
): number | undefined =>
  Object.values(scenarios)
    .flatMap(({ metrics }) => named(metrics, 'offered'))
    .find(({ condition }) => isCondition(condition))?.estimate;
