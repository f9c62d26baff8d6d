import { intervalPanels } from '@cpu-bound/report/charts/intervals';
import type { Chart } from '@cpu-bound/report/question';
import type { Analysis } from '@cpu-bound/study/model';
import type { FaultsAnalysis } from './analyse.ts';

/** Draws the time that each contestant took to recover from each fault. */
export async function charts(found: FaultsAnalysis, analysis: Analysis): Promise<Chart[]> {
  const recovery = found.metrics.filter(({ metric }) => metric === 'recovery');
  if (recovery.length === 0) return [];
  const svg = await intervalPanels(analysis, recovery, {
    title: 'From the fault until all was well again',
    axis: 'ms',
    panel: ({ condition }) => String(condition.setting.fault),
  });
  return [{ file: 'faults.svg', alt: 'Time to recover of each contestant after each fault', svg }];
}
