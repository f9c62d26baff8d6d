import { comparedBy, type Need } from '../../decide/need.ts';
import * as format from '../../report/format.ts';
import { figuresOf } from '../../report/metric-table.ts';
import type { LatencyAnalysis } from './analysis.ts';
import { latencyConditions } from './section.ts';

/** At the highest load of each one's own where there is one: a share of the slowest's is idleness for the others. */
const needOf = (
  metric: 'latency-p50' | 'latency-p99',
  named: Pick<Need<LatencyAnalysis>, 'id' | 'title' | 'figure' | 'order'>,
): Need<LatencyAnalysis> => ({
  ...named,
  answer(found, analysis) {
    const conditions = latencyConditions(found);
    const own = conditions.filter(({ setting }) => setting.of === 'own');
    const [condition] = (own.length > 0 ? own : conditions).toSorted(
      (a, b) => (b.setting.load ?? 0) - (a.setting.load ?? 0),
    );
    if (!condition) return undefined;
    return {
      under: format.load(condition),
      ...figuresOf(analysis, found.metrics, metric, condition, format.interval),
      ...comparedBy(found.comparisons, metric, condition),
    };
  },
});

export const latencyNeeds: readonly Need<LatencyAnalysis>[] = [
  needOf('latency-p50', {
    id: 'latency',
    title: 'lowest latency under load',
    figure: 'median, ms',
    order: 20,
  }),
  needOf('latency-p99', { id: 'tail', title: 'a short tail under load', figure: 'p99, ms', order: 22 }),
];
