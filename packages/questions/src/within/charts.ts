import { intervalPanels } from '@cpu-bound/report/charts/intervals';
import type { Chart } from '@cpu-bound/report/question';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import type { WithinAnalysis } from './analyse.ts';

/** Draws the largest rate of each contestant within the target. */
export async function charts({ metrics, search }: WithinAnalysis, analysis: Analysis): Promise<Chart[]> {
  const rates = metrics.filter(({ metric }) => metric === 'rate-within');
  if (rates.length === 0 || !search) return [];
  const svg = await intervalPanels(analysis, rates, {
    title: `The most requests per second with a p99 within ${format.givenTime(search.targetMs)}`,
    axis: 'requests/s',
  });
  return [{ file: 'within.svg', alt: 'The most requests per second within the p99, with intervals', svg }];
}
