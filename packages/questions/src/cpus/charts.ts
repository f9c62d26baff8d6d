import { intervalPanels } from '@cpu-bound/report/charts/intervals';
import type { Chart } from '@cpu-bound/report/question';
import type { Analysis } from '@cpu-bound/study/model';
import type { CpusAnalysis } from './analyse.ts';
import { coresName } from './words.ts';

/** Draws the answers per second on each number of cores. */
export async function charts({ metrics }: CpusAnalysis, analysis: Analysis): Promise<Chart[]> {
  const rates = metrics.filter(({ metric }) => metric === 'throughput');
  if (rates.length === 0) return [];
  const svg = await intervalPanels(analysis, rates, {
    title: 'Answers per second on fewer cores',
    axis: 'answers/s',
    panel: ({ condition }) => coresName(condition),
  });
  return [{ file: 'cpus.svg', alt: 'Throughput of each contestant on each number of cores', svg }];
}
