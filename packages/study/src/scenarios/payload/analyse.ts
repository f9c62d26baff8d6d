import { comparisonsOf, extent, metricsOf, throughput } from '../../analyse/measures.ts';
import type { ScenarioInput } from '../../analyse/observations.ts';
import { percentileMetrics } from '../../analyse/percentiles.ts';
import type { ScenarioAnalysis } from '../../model.ts';
import { cpuMs, peakMemory, probeSamples, redisMemory } from '../measures.ts';

export type PayloadAnalysis = ScenarioAnalysis & { readonly rounds: number };

const measures = [throughput, cpuMs, peakMemory, redisMemory];

/** What the size of what goes in and comes out costs, where next to nothing is computed. */
export const analysePayload = (input: ScenarioInput): PayloadAnalysis => ({
  metrics: [...metricsOf(input, measures), ...percentileMetrics(input, 'hello', probeSamples, ['p50'])],
  comparisons: comparisonsOf(input, throughput),
  rounds: extent(input).rounds,
});
