import { intervalPanels } from '@cpu-bound/report/charts/intervals';
import type { Chart } from '@cpu-bound/report/question';
import type { Analysis } from '@cpu-bound/study/model';
import type { RestartAnalysis } from './analyse.ts';

const panels: Readonly<Record<string, string>> = {
  outage: 'from the first to the last request that was not served',
  startup: 'from spawn to the first 200 of /readyz',
};

/** Draws the time without service, and the start-up time within it. */
export async function charts(found: RestartAnalysis, analysis: Analysis): Promise<Chart[]> {
  const metrics = found.metrics.filter(({ metric }) => metric in panels);
  if (metrics.length === 0) return [];
  const svg = await intervalPanels(analysis, metrics, {
    title: 'A restart without a second instance',
    axis: 'ms',
    panel: ({ metric }) => panels[metric] ?? '',
  });
  return [{ file: 'restart.svg', alt: 'Time without service and start-up time of a restart', svg }];
}
