import { conditionsIn, findMetric } from '@cpu-bound/study/analyse/look-up';
import { comparedBy, type Need, overloadedUnder } from '@cpu-bound/study/decide/need';
import * as format from '@cpu-bound/study/format';
import { HIGH, LOW, type Rate } from '@cpu-bound/study/plan/windows';
import { figuresOf } from '../figures.ts';
import type { LatencyAnalysis } from './analyse.ts';

const needOf = (
  metric: 'latency-p50' | 'latency-p99',
  { load, of }: Rate,
  named: Pick<Need<LatencyAnalysis>, 'id' | 'title' | 'figure' | 'order' | 'resolves' | 'onlyIfMeasured'>,
): Need<LatencyAnalysis> => ({
  ...named,
  group: 'speed',
  answer({ metrics, comparisons }, analysis) {
    const condition = conditionsIn(metrics).find(({ setting }) => setting.load === load && setting.of === of);
    if (!condition) return undefined;
    const percentile = metric === 'latency-p50' ? 'median' : 'p99';
    const offered = analysis.contestants
      .map(({ id }) => findMetric(metrics, id, 'offered', condition))
      .find((found) => found !== undefined);
    const perSecond = offered?.estimate;
    const rate = perSecond === undefined ? '' : `${format.number(perSecond)} requests/s, `;
    const row =
      perSecond === undefined
        ? { noun: `${percentile} at ${format.inPercent(load)} of the ${of}` }
        : { noun: percentile, perSecond };
    return {
      under: `${rate}${format.load(condition)}`,
      row: { ...row, unit: 'ms' },
      load: condition,
      overloaded: overloadedUnder(metrics, condition),
      ...figuresOf(analysis, metrics, metric, condition),
      ...comparedBy(comparisons, metric, condition),
    };
  },
});

export const needs: readonly Need<LatencyAnalysis>[] = [
  needOf('latency-p50', LOW, {
    id: 'latency',
    title: 'median latency at the low rate',
    figure: 'ms',
    order: 20,
    resolves: 'median latencies',
  }),
  needOf('latency-p99', LOW, { id: 'tail', title: 'p99 latency at the low rate', figure: 'ms', order: 22 }),
  needOf('latency-p99', HIGH, {
    id: 'tail-high',
    title: 'p99 latency at the high rate',
    figure: 'ms',
    order: 24,
    onlyIfMeasured: true,
  }),
];
