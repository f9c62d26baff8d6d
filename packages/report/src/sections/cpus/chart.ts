import type { Analysis } from '@cpu-bound/study/model';
import type { CpusAnalysis } from '@cpu-bound/study/scenarios/cpus/analysis';
import { coresName } from '@cpu-bound/study/scenarios/cpus/words';
import { intervalPanels } from '../../charts/intervals.ts';
import type { Chart } from '../section.ts';

/** Answers per second on each number of cores. */
export async function cpusCharts({ metrics }: CpusAnalysis, analysis: Analysis): Promise<Chart[]> {
  const rates = metrics.filter(({ metric }) => metric === 'throughput');
  if (rates.length === 0) return [];
  const svg = await intervalPanels(analysis, rates, {
    title: 'Answers per second on fewer cores',
    axis: 'answers/s',
    panel: ({ condition }) => coresName(condition),
  });
  return [{ file: 'cpus.svg', alt: 'Throughput of each contestant on each number of cores', svg }];
}
