import { intervalPanels } from '@cpu-bound/report/charts/intervals';
import type { Chart } from '@cpu-bound/report/question';
import type { Analysis } from '@cpu-bound/study/model';
import type { ConnectionsAnalysis } from './analyse.ts';
import { wayName } from './section.ts';

/** Draws the largest share of the answers that one worker gave; the dashed line is an even spread. */
export async function charts(
  { metrics, workers }: ConnectionsAnalysis,
  analysis: Analysis,
): Promise<Chart[]> {
  const shares = metrics.filter(({ metric }) => metric === 'share-max');
  if (shares.length === 0) return [];
  const svg = await intervalPanels(analysis, shares, {
    title: 'How evenly the work spreads; an even share dashed',
    axis: 'largest share of one worker',
    line: 1 / workers,
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
