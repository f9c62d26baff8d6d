import { intervalPanels } from '@cpu-bound/report/charts/intervals';
import type { Chart } from '@cpu-bound/report/question';
import type { Analysis, ScenarioAnalysis } from '@cpu-bound/study/model';

/** Draws the server's CPU time per request ÷ the kernel's own time: the overhead of the strategy. */
export async function charts({ metrics }: ScenarioAnalysis, analysis: Analysis): Promise<Chart[]> {
  if (!metrics.some(({ metric }) => metric === 'cpu-ms-per-request')) return [];
  const svg = await intervalPanels(analysis, metrics, {
    title: 'What a request costs, against the kernel alone (dashed)',
    axis: 'CPU milliseconds per request, Redis included',
    metric: 'cpu-ms-per-request',
    reference: 'kernel-ms',
  });
  return [{ file: 'cost.svg', alt: 'CPU time per request of each contestant, and of the kernel alone', svg }];
}
