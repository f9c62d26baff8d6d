import { comparisonsOf, extent, kernelMetric, metricsOf, throughput } from '../../analyse/measures.ts';
import { conditionsOf, type ScenarioInput } from '../../analyse/observations.ts';
import { percentileComparisons, percentileMetrics } from '../../analyse/percentiles.ts';
import { breakEven } from '../break-even.ts';
import { accountingMeasures, openSamples, retaken } from '../measures.ts';
import type { Scenario } from '../scenario.ts';
import type { DistanceAnalysis } from './analysis.ts';
import { DISTANCES_MS, distanceLeftOut, planDistance } from './plan.ts';

export const distance: Scenario<DistanceAnalysis> = {
  id: 'distance',
  question: 'What does it cost to run API, Redis and workers on separate hosts?',
  profiles: [], // by name: what it asks is of a system of several hosts
  plan: planDistance,
  leftOut: distanceLeftOut,
  /** Throughput by size and latency under load at each distance, from which size on a queue pays off, and partitions. */
  analyse(input) {
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
  },
};
