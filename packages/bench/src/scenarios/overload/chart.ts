import type { Analysis } from '../../model.ts';
import { intervalPanels } from '../../report/charts/intervals.ts';
import type { Chart } from '../scenario.ts';

/** What still gets through; the dashed line is the capacity. */
export async function overloadCharts(analysis: Analysis): Promise<Chart[]> {
  const goodput = (analysis.scenarios.overload?.metrics ?? []).filter(({ metric }) => metric === 'goodput');
  if (goodput.length === 0) return [];
  const capacity = goodput.map((metric) => ({ ...metric, metric: 'capacity', estimate: 1, low: 1, high: 1 }));
  const svg = await intervalPanels(analysis, [...goodput, ...capacity], {
    title: 'What still gets through when too much is asked; capacity dashed',
    axis: 'right answers as a share of the capacity',
    metric: 'goodput',
    reference: 'capacity',
    panel: ({ condition }) => `${condition.load} times the capacity`,
  });
  return [{ file: 'overload.svg', alt: 'Goodput under overload as a share of the capacity', svg }];
}
