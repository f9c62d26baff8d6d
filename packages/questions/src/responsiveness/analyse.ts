import { extent } from '@cpu-bound/study/analyse/measures';
import type { ScenarioInput } from '@cpu-bound/study/analyse/observations';
import { percentileComparisons, percentileMetrics } from '@cpu-bound/study/analyse/percentiles';
import type { Milliseconds, ScenarioAnalysis } from '@cpu-bound/study/model';
import { probeSamples } from '../measures.ts';

export type ResponsivenessAnalysis = ScenarioAnalysis & {
  readonly perSecond: number;
  /** The bench does not wait longer than this for the answer to a probe. */
  readonly timeoutMs: Milliseconds;
  readonly rounds: number;
};

/**
 * Returns the latency of `/hello` from the intended time, during a load on the heavy route, with all pairs on its
 * median.
 */
export function analyse(input: ScenarioInput): ResponsivenessAnalysis {
  const percentiles = percentileMetrics(input, 'hello', probeSamples, ['p50', 'p90', 'p99']);
  return {
    metrics: percentiles,
    comparisons: percentileComparisons(input, 'hello', 'p50', probeSamples, percentiles),
    perSecond: input.observations[0]?.window.probe?.perSecond ?? 0,
    timeoutMs: input.observations[0]?.window.probe?.timeoutMs ?? 0,
    rounds: extent(input).rounds,
  };
}
