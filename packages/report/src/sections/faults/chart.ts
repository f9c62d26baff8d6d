import type { Analysis } from '@cpu-bound/study/model';
import type { FaultsAnalysis } from '@cpu-bound/study/scenarios/faults/analysis';
import { intervalPanels } from '../../charts/intervals.ts';
import type { Chart } from '../section.ts';

/** How long each was unwell after each fault. */
export async function faultsCharts(found: FaultsAnalysis, analysis: Analysis): Promise<Chart[]> {
  const recovery = found.metrics.filter(({ metric }) => metric === 'recovery');
  if (recovery.length === 0) return [];
  const svg = await intervalPanels(analysis, recovery, {
    title: 'From the fault until all was well again',
    axis: 'ms',
    panel: ({ condition }) => String(condition.setting.fault),
  });
  return [{ file: 'faults.svg', alt: 'Time to recover of each contestant after each fault', svg }];
}
