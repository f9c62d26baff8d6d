import { extent } from '@cpu-bound/study/analyse/measures';
import type { ScenarioInput } from '@cpu-bound/study/analyse/observations';
import { percentileComparisons, percentileMetrics } from '@cpu-bound/study/analyse/percentiles';
import type { Milliseconds, ScenarioAnalysis } from '@cpu-bound/study/model';
import { probeSamples } from '../measures.ts';

export type ResponsivenessAnalysis = ScenarioAnalysis & {
  readonly perSecond: number;
  /** Beyond this age a probe was not waited for. */
  readonly timeoutMs: Milliseconds;
  readonly rounds: number;
};

/** The latency of `/hello`, from the intended time, beside a load on the heavy route; all pairs on its median. */
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
