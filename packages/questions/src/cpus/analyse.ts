import {
  comparisonsOf,
  extent,
  type Measure,
  metricsOf,
  throughput,
} from '@cpu-bound/study/analyse/measures';
import type { ScenarioInput } from '@cpu-bound/study/analyse/observations';
import { percentileComparisons, percentileMetrics } from '@cpu-bound/study/analyse/percentiles';
import type { ScenarioAnalysis } from '@cpu-bound/study/model';
import { memory, peakMemory, probeSamples } from '../measures.ts';

export type CpusAnalysis = ScenarioAnalysis & { readonly rounds: number };

const measures: readonly Measure[] = [
  throughput,
  { metric: 'workers-used', read: ({ result }) => result.load?.shares.length },
  memory,
  peakMemory,
];

/**
 * Returns each contestant's throughput on a number of cores, with the workers that it chose, and the latency of a light
 * request.
 */
export function analyse(input: ScenarioInput): CpusAnalysis {
  const percentiles = percentileMetrics(input, 'hello', probeSamples, ['p50']);
  return {
    metrics: [...metricsOf(input, measures), ...percentiles],
    comparisons: [
      ...comparisonsOf(input, throughput),
      ...percentileComparisons(input, 'hello', 'p50', probeSamples, percentiles),
    ],
    rounds: extent(input).rounds,
  };
}
