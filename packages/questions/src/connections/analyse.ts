import { comparisonsOf, extent, type Measure, metricsOf } from '@cpu-bound/study/analyse/measures';
import type { ScenarioInput } from '@cpu-bound/study/analyse/observations';
import { percentileMetrics } from '@cpu-bound/study/analyse/percentiles';
import type { ScenarioAnalysis, Seconds, WindowResult } from '@cpu-bound/study/model';

export type ConnectionsAnalysis = ScenarioAnalysis & {
  readonly workers: number;
  readonly seconds: Seconds;
  readonly rounds: number;
};

/** A worker that never answered is missing from the shares, so its share is 0. */
function shares({ open }: WindowResult, workers: number): { max: number; min: number } | undefined {
  const counts = open?.shares.map(({ answers }) => answers) ?? [];
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return undefined;
  const min = counts.length < workers ? 0 : Math.min(...counts) / total;
  return { max: Math.max(...counts) / total, min };
}

/** Returns the largest and smallest share of the answers per worker, and the latency, for each way of connecting. */
export function analyse(input: ScenarioInput): ConnectionsAnalysis {
  const { workers } = input.run;
  const measures: readonly Measure[] = [
    { metric: 'share-max', read: ({ result }) => shares(result, workers)?.max },
    { metric: 'share-min', read: ({ result }) => shares(result, workers)?.min },
  ];
  return {
    metrics: [
      ...metricsOf(input, measures),
      ...percentileMetrics(input, 'latency', ({ open }) => open, ['p50', 'p90', 'p99']),
    ],
    comparisons: comparisonsOf(input, {
      metric: 'share-max',
      read: ({ result }) => shares(result, workers)?.max,
    }),
    workers,
    ...extent(input),
  };
}
