import type { Analysis } from '@cpu-bound/study/model';
import type { PayloadAnalysis } from '@cpu-bound/study/scenarios/payload/analysis';
import { payloadName } from '@cpu-bound/study/scenarios/payload/words';
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
