import { conditionsIn, findMetric } from '@cpu-bound/study/analyse/look-up';
import {
  comparisonsOf,
  extent,
  type Measure,
  metricsOf,
  throughput,
} from '@cpu-bound/study/analyse/measures';
import type { ScenarioInput } from '@cpu-bound/study/analyse/observations';
import { percentileComparisons, percentileMetrics } from '@cpu-bound/study/analyse/percentiles';
import { comparedBy, type Need } from '@cpu-bound/study/decide/need';
import { inAllRespects } from '@cpu-bound/study/decide/relation';
import * as format from '@cpu-bound/study/format';
import type { Condition } from '@cpu-bound/study/model';
import { amount, cellsOf } from '../figures.ts';
import { memory, peakMemory, type WithRounds } from '../measures.ts';

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
export function analyse(input: ScenarioInput): WithRounds {
  const percentiles = percentileMetrics(input, 'hello', ['p50']);
  return {
    metrics: [...metricsOf(input, measures), ...percentiles],
    comparisons: [
      ...comparisonsOf(input, throughput),
      ...percentileComparisons(input, 'hello', 'p50', percentiles),
    ],
    rounds: extent(input).rounds,
  };
}

/** `half a core`, `1 core`, `2 cores`. */
export const coresName = ({ setting }: Condition): string =>
  setting.cpus === 0.5 ? 'half a core' : format.count(setting.cpus ?? 0, 'core');

/** A strategy is better on one core if it gives more answers without slower light requests. */
export const needs: readonly Need<WithRounds>[] = [
  {
    id: 'one-core',
    title: 'answers on one core',
    unit: '/s',
    group: 'costs',
    order: 85,
    answer({ metrics, comparisons }, analysis) {
      const condition = conditionsIn(metrics).find(({ setting }) => setting.cpus === 1);
      if (!condition) return undefined;
      const { relate: byRate, pairs } = comparedBy(comparisons, 'throughput', condition);
      const { relate: byHello } = comparedBy(comparisons, 'hello-p50', condition);
      return {
        under: `${coresName(condition)}, saturated by ${condition.setting.connections} connections`,
        better: 'higher',
        cells: cellsOf(analysis, ({ id }) => {
          const rate = findMetric(metrics, id, 'throughput', condition);
          const hello = findMetric(metrics, id, 'hello-p50', condition);
          return rate && { kind: 'number', value: amount(rate), ...(hello && { hello: amount(hello) }) };
        }),
        relate: inAllRespects(byRate, byHello),
        pairs,
        n: Math.max(0, ...metrics.map(({ n }) => n)),
      };
    },
  },
];
