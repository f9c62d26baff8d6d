import { extent } from '../../analyse/measures.ts';
import type { Asked } from '../../analyse/observations.ts';
import { percentileComparisons, percentileMetrics, type SampledOf } from '../../analyse/percentiles.ts';
import type { ResponsivenessAnalysis } from './analysis.ts';

const sampled: SampledOf = ({ probe }) => probe;

/** The latency of `/hello`, from the intended time, beside a load on the heavy route; all pairs on its median. */
export function analyseResponsiveness(asked: Asked): ResponsivenessAnalysis {
  const percentiles = percentileMetrics(asked, 'hello', sampled, ['p50', 'p90', 'p99']);
  return {
    metrics: percentiles,
    comparisons: percentileComparisons(asked, 'hello', 'p50', sampled, percentiles),
    perSecond: asked.observations[0]?.window.probe?.perSecond ?? 0,
    timeoutMs: asked.observations[0]?.window.probe?.timeoutMs ?? 0,
    rounds: extent(asked).rounds,
  };
}
