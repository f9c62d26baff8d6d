import { comparisonsOf, extent, kernelMetric, metricsOf, throughput } from '../../analyse/measures.ts';
import { conditionsOf, type ScenarioInput } from '../../analyse/observations.ts';
import { percentileComparisons, percentileMetrics } from '../../analyse/percentiles.ts';
import type { Milliseconds, ScenarioAnalysis } from '../../model.ts';
import { type BreakEven, breakEven } from '../break-even.ts';
import { accountingMeasures, openSamples, retaken } from '../measures.ts';
import { DISTANCES_MS } from './plan.ts';

export type DistanceAnalysis = ScenarioAnalysis & {
  readonly rounds: number;
  /** Against the baseline, at each distance. */
  readonly breakEven: readonly (BreakEven & { readonly distanceMs: Milliseconds })[];
};

/** Throughput by size and latency under load at each distance, from which size on a queue pays off, and partitions. */
export function analyseDistance(input: ScenarioInput): DistanceAnalysis {
  const only = (wanted: (one: ScenarioInput['observations'][number]) => boolean): ScenarioInput => ({
    ...input,
    observations: input.observations.filter(wanted),
  });
  const apart = only(({ window }) => window.fault === undefined);
  const parted = only(({ window }) => window.fault !== undefined);
  const percentiles = percentileMetrics(apart, 'latency', openSamples, ['p50', 'p90']);
  const comparisons = comparisonsOf(apart, throughput);
  const sizes = conditionsOf(apart.observations).filter(({ setting }) => setting.connections !== undefined);
  const { contestants, baseline } = input.run;
  return {
    metrics: [
      ...metricsOf(apart, [throughput]),
      ...percentiles,
      ...metricsOf(parted, [...accountingMeasures, retaken]),
    ],
    comparisons: [
      ...comparisons,
      ...percentileComparisons(apart, 'latency', 'p50', openSamples, percentiles),
    ],
    breakEven: DISTANCES_MS.flatMap((distanceMs) => {
      const kernels = sizes
        .filter(({ setting }) => setting.distanceMs === distanceMs)
        .flatMap((condition) => kernelMetric(apart, condition));
      const measured = (id: string) => apart.observations.some(({ subject }) => subject.contestant === id);
      return contestants
        .filter(({ id }) => id !== baseline && measured(id))
        .map(({ id }) => ({ distanceMs, ...breakEven(id, baseline, kernels, comparisons) }));
    }),
    rounds: extent(apart).rounds,
  };
}
