import type { Analysis } from '../../../model.ts';
import type { PayloadAnalysis } from '../../../scenarios/payload/analysis.ts';
import { payloadName } from '../../../scenarios/payload/words.ts';
import { intervalPanels } from '../../charts/intervals.ts';
import type { Chart } from '../section.ts';

/** Answers per second with each body. */
export async function payloadCharts({ metrics }: PayloadAnalysis, analysis: Analysis): Promise<Chart[]> {
  const rates = metrics.filter(({ metric }) => metric === 'throughput');
  if (rates.length === 0) return [];
  const svg = await intervalPanels(analysis, rates, {
    title: 'Answers per second with large bodies',
    axis: 'answers/s',
    panel: ({ condition }) => payloadName(condition),
  });
  return [{ file: 'payload.svg', alt: 'Throughput of each contestant with each size of body', svg }];
}
