import { comparisonsOf, extent, type Measure, metricsOf, throughput } from '../../analyse/measures.ts';
import type { Asked } from '../../analyse/observations.ts';
import { percentileComparisons, percentileMetrics, type SampledOf } from '../../analyse/percentiles.ts';
import type { CpusAnalysis } from './analysis.ts';

const probed: SampledOf = ({ probe }) => probe;

const measures: readonly Measure[] = [
  throughput,
  { metric: 'workers-used', of: ({ result: { load } }) => load?.shares.length },
  { metric: 'rss-peak', of: ({ result: { usage } }) => usage?.serverRssBytes },
];

/** How many answers each gives on so many cores, with the workers that it chose, and what a light request waits. */
export function analyseCpus(asked: Asked): CpusAnalysis {
  const percentiles = percentileMetrics(asked, 'hello', probed, ['p50']);
  return {
    metrics: [...metricsOf(asked, measures), ...percentiles],
    comparisons: [
      ...comparisonsOf(asked, throughput),
      ...percentileComparisons(asked, 'hello', 'p50', probed, percentiles),
    ],
    rounds: extent(asked).rounds,
  };
}
