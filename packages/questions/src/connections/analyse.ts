import { comparisonsOf, extent, type Measure, metricsOf } from '@cpu-bound/study/analyse/measures';
import type { Observation, ScenarioInput } from '@cpu-bound/study/analyse/observations';
import { percentileMetrics } from '@cpu-bound/study/analyse/percentiles';
import { extremeShares, type WithExtent } from '../measures.ts';

export type ConnectionsAnalysis = WithExtent & { readonly workers: number };

const sharesIn = ({ result }: Observation, workers: number) => extremeShares(result.open?.shares, workers);

/** Returns the largest and smallest share of the answers per worker, and the latency, for each way of connecting. */
export function analyse(input: ScenarioInput): ConnectionsAnalysis {
  const { workers } = input.run;
  const largest: Measure = { metric: 'share-max', read: (window) => sharesIn(window, workers)?.max };
  const smallest: Measure = { metric: 'share-min', read: (window) => sharesIn(window, workers)?.min };
  return {
    metrics: [
      ...metricsOf(input, [largest, smallest]),
      ...percentileMetrics(input, 'latency', ['p50', 'p90', 'p99']),
    ],
    comparisons: comparisonsOf(input, largest),
    workers,
    ...extent(input),
  };
}
