import { intervalPanels } from '@cpu-bound/report/charts/intervals';
import type { Chart } from '@cpu-bound/report/question';
import type { Analysis } from '@cpu-bound/study/model';
import type { IsolationAnalysis } from './analyse.ts';
import { doings } from './words.ts';

/** Draws the longest time without an answer, for each kind of failure. */
export async function charts(found: IsolationAnalysis, analysis: Analysis): Promise<Chart[]> {
  const silence = found.metrics.filter(
    ({ metric, condition }) => metric === 'silence' && condition.setting.fault !== undefined,
  );
  if (silence.length === 0) return [];
  const svg = await intervalPanels(analysis, silence, {
    title: 'Longest time without an answer',
    axis: 'ms',
    panel: ({ condition }) => (condition.setting.fault && doings[condition.setting.fault]) ?? '',
  });
  return [
    { file: 'isolation.svg', alt: 'Longest silence of each contestant for each kind of bad task', svg },
  ];
}
