import type { Analysis } from '@cpu-bound/study/model';
import { sameInput } from '@cpu-bound/study/model';
import type { DistanceAnalysis } from '@cpu-bound/study/scenarios/distance/analysis';
import { intervalPanels } from '../../charts/intervals.ts';
import type { Chart } from '../section.ts';
import { distanceName } from './section.ts';

/** Answers per second of the headline's task at each distance. */
export async function distanceCharts({ metrics }: DistanceAnalysis, analysis: Analysis): Promise<Chart[]> {
  const { headline } = analysis.run.workload;
  const rates = metrics.filter(
    ({ metric, condition }) => metric === 'throughput' && sameInput(condition.input, headline),
  );
  if (rates.length === 0) return [];
  const svg = await intervalPanels(analysis, rates, {
    title: 'Answers per second by distance between the parts',
    axis: 'answers/s',
    panel: ({ condition }) => distanceName(condition),
  });
  return [
    { file: 'distance.svg', alt: 'Throughput at each distance between clients, API, Redis and workers', svg },
  ];
}
