import { intervalPanels } from '@cpu-bound/report/charts/intervals';
import type { Chart } from '@cpu-bound/report/question';
import type { Analysis, Metric } from '@cpu-bound/study/model';

type Options = Omit<Chart, 'svg'> & Parameters<typeof intervalPanels>[2];

/** Draws these metrics with their intervals, a panel for each condition; there is no chart without a metric. */
export const intervalChart = async (
  analysis: Analysis,
  metrics: readonly Metric[],
  { file, alt, ...options }: Options,
): Promise<Chart[]> =>
  metrics.length === 0 ? [] : [{ file, alt, svg: await intervalPanels(analysis, metrics, options) }];
