import type { Analysis } from '../../model.ts';
import { intervalPanels } from '../../report/charts/intervals.ts';
import type { Chart } from '../scenario.ts';
import { wayName } from './section.ts';

/** The largest share of the answers that one worker gave; the dashed line is an even spread. */
export async function connectionsCharts(analysis: Analysis): Promise<Chart[]> {
  const found = analysis.scenarios.connections;
  const shares = (found?.metrics ?? []).filter(({ metric }) => metric === 'share-max');
  if (!found || shares.length === 0) return [];
  const even = shares.map((metric) => {
    const estimate = 1 / Number(found.setting.workers);
    return { ...metric, metric: 'even', estimate, low: estimate, high: estimate };
  });
  const svg = await intervalPanels(analysis, [...shares, ...even], {
    title: 'How evenly the work spreads; an even share dashed',
    axis: 'largest share of one worker',
    metric: 'share-max',
    reference: 'even',
    panel: ({ condition }) => wayName(condition),
  });
  return [
    {
      file: 'connections.svg',
      alt: 'Largest share of the answers by one worker, for each way of connecting',
      svg,
    },
  ];
}
