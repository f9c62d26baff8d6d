import { comparisonsOf, extent, metricsOf, throughput } from '@cpu-bound/study/analyse/measures';
import type { ScenarioInput } from '@cpu-bound/study/analyse/observations';
import { percentileMetrics } from '@cpu-bound/study/analyse/percentiles';
import type { ScenarioAnalysis } from '@cpu-bound/study/model';
import { cpuMs, peakMemory, probeSamples, redisMemory } from '../measures.ts';

export type PayloadAnalysis = ScenarioAnalysis & { readonly rounds: number };

const measures = [throughput, cpuMs, peakMemory, redisMemory];

/** Returns the cost of the size of input and output, with a negligible computation. */
export const analyse = (input: ScenarioInput): PayloadAnalysis => ({
  metrics: [...metricsOf(input, measures), ...percentileMetrics(input, 'hello', probeSamples, ['p50'])],
  comparisons: comparisonsOf(input, throughput),
  rounds: extent(input).rounds,
});
