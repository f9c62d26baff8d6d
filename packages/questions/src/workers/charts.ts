import { linesChart } from '@cpu-bound/report/charts/lines';
import type { Chart } from '@cpu-bound/report/question';
import type { Analysis } from '@cpu-bound/study/model';
import type { WorkersAnalysis } from './analyse.ts';

/** Draws the speed-up over the number of workers; the dashed line is ideal up to the cores and flat beyond. */
export async function charts(found: WorkersAnalysis, analysis: Analysis): Promise<Chart[]> {
  const metrics = found.metrics.filter(({ metric }) => metric === 'speed-up');
  if (metrics.length === 0) return [];
  const { cores } = analysis.environment;
  const counts = [...new Set([...metrics.map(({ condition }) => condition.setting.workers ?? 0), cores])];
  const svg = await linesChart(analysis, metrics, {
    title: 'Speed-up over the number of workers, ideal dashed',
    x: ({ condition }) => condition.setting.workers ?? 0,
    xTitle: 'workers',
    yTitle: '× the throughput of one worker',
    reference: counts.sort((a, b) => a - b).map((workers) => ({ x: workers, y: Math.min(workers, cores) })),
  });
  return [{ file: 'workers.svg', alt: 'Speed-up of each contestant over its number of workers', svg }];
}
