import { comparedBy, type Need, overloadedUnder } from '../../decide/need.ts';
import type { Setting } from '../../model.ts';
import * as format from '../../report/format.ts';
import { conditionsIn, figuresOf, findMetric } from '../../report/metric-table.ts';
import type { LatencyAnalysis } from './analysis.ts';

/** The two rates that are the same for everyone; `thorough` measures more of them, for its curve. */
const isLow = ({ load, of }: Setting) => load === 0.5 && of === 'slowest';
const isHigh = ({ load, of }: Setting) => load === 0.6 && of === 'fastest';

const needOf = (
  metric: 'latency-p50' | 'latency-p99',
  isRate: (setting: Setting) => boolean,
  named: Pick<Need<LatencyAnalysis>, 'id' | 'title' | 'figure' | 'order' | 'resolves'>,
): Need<LatencyAnalysis> => ({
  ...named,
  group: 'speed',
  answer({ metrics, comparisons }, analysis) {
    const condition = conditionsIn(metrics).find(({ setting }) => isRate(setting));
    if (!condition) return undefined;
    const offered = analysis.contestants
      .map(({ id }) => findMetric(metrics, id, 'offered', condition))
      .find((found) => found !== undefined);
    const rate = offered ? `${format.number(offered.estimate)} requests/s, ` : '';
    return {
      under: `${rate}${format.load(condition)}`,
      overloaded: overloadedUnder(metrics, condition),
      ...figuresOf(analysis, metrics, metric, condition, format.interval),
      ...comparedBy(comparisons, metric, condition),
    };
  },
});

export const latencyNeeds: readonly Need<LatencyAnalysis>[] = [
  needOf('latency-p50', isLow, {
    id: 'latency',
    title: 'p50 at the low rate',
    figure: 'ms',
    order: 20,
    resolves: 'median latencies',
  }),
  needOf('latency-p99', isLow, { id: 'tail', title: 'p99 at the low rate', figure: 'ms', order: 22 }),
  needOf('latency-p99', isHigh, {
    id: 'tail-high',
    title: 'p99 at the high rate',
    figure: 'ms',
    order: 24,
  }),
];
