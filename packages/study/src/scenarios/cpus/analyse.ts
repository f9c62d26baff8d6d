import { comparisonsOf, extent, type Measure, metricsOf, throughput } from '../../analyse/measures.ts';
import type { ScenarioInput } from '../../analyse/observations.ts';
import { percentileComparisons, percentileMetrics } from '../../analyse/percentiles.ts';
import type { ScenarioAnalysis } from '../../model.ts';
import { peakMemory, probeSamples } from '../measures.ts';

export type CpusAnalysis = ScenarioAnalysis & { readonly rounds: number };

const measures: readonly Measure[] = [
  throughput,
  { metric: 'workers-used', of: ({ result: { load } }) => load?.shares.length },
  peakMemory,
];

/** How many answers each gives on so many cores, with the workers that it chose, and what a light request waits. */
export function analyseCpus(input: ScenarioInput): CpusAnalysis {
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
