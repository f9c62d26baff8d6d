import { intervalPanels } from '@cpu-bound/report/charts/intervals';
import type { Chart } from '@cpu-bound/report/question';
import type { Analysis } from '@cpu-bound/study/model';
import type { MixedSizesAnalysis } from './analyse.ts';

/** Draws the percentiles of the small tasks. */
export async function charts(found: MixedSizesAnalysis, analysis: Analysis): Promise<Chart[]> {
  const small = found.metrics.filter(
    ({ condition, metric }) => condition.setting.part === 'small' && metric.startsWith('latency-p'),
  );
  if (small.length === 0) return [];
  const svg = await intervalPanels(analysis, small, {
    title: 'How long the small ones wait behind the large',
    axis: 'latency of the small tasks (ms)',
    panel: ({ metric }) => metric.replace('latency-', ''),
  });
  return [{ file: 'mixed-sizes.svg', alt: 'Latency percentiles of the small tasks of a mix', svg }];
}
