import { comparedBy, type Need } from '../../decide/need.ts';
import * as format from '../../report/format.ts';
import { figuresOf } from '../../report/metric-table.ts';
import type { LatencyAnalysis } from './analysis.ts';
import { latencyConditions } from './section.ts';

/** At the highest load of each one's own where there is one: a share of the slowest's is idleness for the others. */
export const latencyNeeds: readonly Need<LatencyAnalysis>[] = [
  {
    id: 'latency',
    title: 'lowest latency under load',
    figure: 'median, ms',
    order: 20,
    answer(found, analysis) {
      const conditions = latencyConditions(found);
      const own = conditions.filter(({ setting }) => setting.of === 'own');
      const [condition] = (own.length > 0 ? own : conditions).toSorted(
        (a, b) => (b.setting.load ?? 0) - (a.setting.load ?? 0),
      );
      if (!condition) return undefined;
      return {
        under: format.load(condition),
        ...figuresOf(analysis, found.metrics, 'latency-p50', condition, format.interval),
        ...comparedBy(found.comparisons, 'latency-p50', condition),
      };
    },
  },
];
