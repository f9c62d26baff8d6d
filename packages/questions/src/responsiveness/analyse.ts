import { conditionsIn, metricsUnder, named } from '@cpu-bound/study/analyse/look-up';
import { extent } from '@cpu-bound/study/analyse/measures';
import type { ScenarioInput } from '@cpu-bound/study/analyse/observations';
import { percentileComparisons, percentileMetrics } from '@cpu-bound/study/analyse/percentiles';
import { comparedBy, type Need } from '@cpu-bound/study/decide/need';
import { byIntervals, firstOf } from '@cpu-bound/study/decide/relation';
import type { Milliseconds } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { figuresOf } from '../figures.ts';
import type { WithRounds } from '../measures.ts';

export type ResponsivenessAnalysis = WithRounds & {
  readonly perSecond: number;
  /** The bench does not wait longer than this for the answer to a probe. */
  readonly timeoutMs: Milliseconds;
};

/**
 * Returns the latency of `/hello` from the intended time, during a load on the heavy route, with all pairs on its
 * median.
 */
export function analyse(input: ScenarioInput): ResponsivenessAnalysis {
  const percentiles = percentileMetrics(input, 'hello', ['p50', 'p90', 'p99']);
  return {
    metrics: percentiles,
    comparisons: percentileComparisons(input, 'hello', 'p50', percentiles),
    perSecond: input.observations[0]?.window.probe?.perSecond ?? 0,
    timeoutMs: input.observations[0]?.window.probe?.timeoutMs ?? 0,
    rounds: extent(input).rounds,
  };
}

/**
 * The need is measured when saturated, where it hurts most. A wait beyond the deadline has no ratio, but an interval.
 */
export const needs: readonly Need<ResponsivenessAnalysis>[] = [
  {
    id: 'light-requests',
    title: 'a light request under load',
    group: 'light requests',
    figure: 'median of /hello, ms',
    order: 30,
    answer({ metrics, comparisons }, analysis) {
      const medians = named(metrics, 'hello-p50');
      const condition = conditionsIn(medians).find(({ setting }) => setting.load === undefined);
      if (!condition) return undefined;
      const { pairs, relate } = comparedBy(comparisons, 'hello-p50', condition);
      return {
        under: wording.loadName(condition),
        row: { noun: 'a light request while all cores compute', unit: 'ms' },
        ...figuresOf(analysis, metrics, 'hello-p50', condition),
        pairs,
        relate: firstOf(relate, byIntervals(metricsUnder(metrics, 'hello-p50', condition))),
      };
    },
  },
];
