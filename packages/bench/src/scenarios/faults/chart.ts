import type { Analysis } from '../../model.ts';
import { intervalPanels } from '../../report/charts/intervals.ts';
import type { Chart } from '../scenario.ts';

/** How long each was unwell after each fault. */
export async function faultsCharts(analysis: Analysis): Promise<Chart[]> {
  const recovery = (analysis.scenarios.faults?.metrics ?? []).filter(({ metric }) => metric === 'recovery');
  if (recovery.length === 0) return [];
  const svg = await intervalPanels(analysis, recovery, {
    title: 'From the blow until all was well again',
    axis: 'ms',
    metric: 'recovery',
    panel: ({ condition }) => String(condition.fault),
  });
  return [{ file: 'faults.svg', alt: 'Time to recover of each contestant after each fault', svg }];
}
