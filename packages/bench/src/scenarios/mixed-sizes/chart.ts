import type { Analysis } from '../../model.ts';
import { intervalPanels } from '../../report/charts/intervals.ts';
import type { Chart } from '../scenario.ts';

/** The highest percentile that the samples of the small ones carry, and their median. */
export async function mixedSizesCharts(analysis: Analysis): Promise<Chart[]> {
  const small = (analysis.scenarios['mixed-sizes']?.metrics ?? []).filter(
    ({ condition, metric }) => condition.part === 'small' && /^latency-p\d+$/.test(metric),
  );
  if (small.length === 0) return [];
  const svg = await intervalPanels(
    analysis,
    small.map((metric) => ({
      ...metric,
      condition: { percentile: metric.metric.replace('latency-', '') },
      metric: 'latency',
    })),
    {
      title: 'How long the small ones wait behind the large',
      axis: 'latency of the small tasks (ms)',
      metric: 'latency',
      panel: ({ condition }) => String(condition.percentile),
    },
  );
  return [{ file: 'mixed-sizes.svg', alt: 'Latency percentiles of the small tasks of a mix', svg }];
}
