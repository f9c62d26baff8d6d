import { intervalPanels } from '@cpu-bound/report/charts/intervals';
import type { Chart } from '@cpu-bound/report/question';
import type { Analysis } from '@cpu-bound/study/model';
import type { JobsAnalysis } from './analyse.ts';
import { persistenceNames } from './words.ts';

/** Draws the time to accept a job for each way of persisting it. */
export async function charts(found: JobsAnalysis, analysis: Analysis): Promise<Chart[]> {
  const accept = found.metrics.filter(
    ({ metric, condition }) =>
      metric === 'accept-p50' &&
      condition.setting.fault === undefined &&
      condition.setting.burst === undefined,
  );
  if (accept.length === 0) return [];
  const svg = await intervalPanels(analysis, accept, {
    title: 'Until a job is accepted (median, steady rate)',
    axis: 'ms',
    panel: ({ condition }) => persistenceNames[condition.setting.persistence ?? 'off'],
  });
  return [
    { file: 'jobs.svg', alt: 'Time until a job is accepted, for each way in which Redis keeps data', svg },
  ];
}
