import { intervalPanels } from '@cpu-bound/report/charts/intervals';
import type { Chart } from '@cpu-bound/report/question';
import type { Analysis } from '@cpu-bound/study/model';
import type { PayloadAnalysis } from './analyse.ts';
import { payloadName } from './words.ts';

/** Draws the answers per second with each body. */
export async function charts({ metrics }: PayloadAnalysis, analysis: Analysis): Promise<Chart[]> {
  const rates = metrics.filter(({ metric }) => metric === 'throughput');
  if (rates.length === 0) return [];
  const svg = await intervalPanels(analysis, rates, {
    title: 'Answers per second with large bodies',
    axis: 'answers/s',
    panel: ({ condition }) => payloadName(condition),
  });
  return [{ file: 'payload.svg', alt: 'Throughput of each contestant with each size of body', svg }];
}
