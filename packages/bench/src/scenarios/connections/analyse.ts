import { compareAll, measureAll, settingOf } from '../../analyse/measures.ts';
import { observations } from '../../analyse/observations.ts';
import {
  comparedPercentile,
  percentileMetrics,
  percentiles,
  type SamplesOf,
} from '../../analyse/percentiles.ts';
import type { Run, ScenarioAnalysis, WindowResult } from '../../model.ts';

const [p50, p90, p99] = percentiles;
const openSamples: SamplesOf = ({ open }) => open?.samples;

/** Largest and smallest share of the answers per worker, and latency, for each way of connecting. */
export function analyseConnections(run: Run): ScenarioAnalysis {
  const found = observations(run, 'connections');
  const { workers } = run.manifest;
  return {
    metrics: [
      ...measureAll(run, found, [
        { metric: 'share-max', unit: 'of the answers', of: (window) => shares(window, workers).max },
        {
          metric: 'share-min',
          unit: 'of the answers',
          of: (window) => shares(window, workers).min,
          zero: true,
        },
        { metric: 'workers-used', unit: 'workers', of: ({ open }) => open?.shares.length },
      ]),
      ...percentileMetrics(run, found, 'latency', openSamples, [p50, p90, p99]),
    ],
    comparisons: compareAll(run, found, comparedPercentile(run, 'latency', p50, openSamples)),
    setting: { ...settingOf(found), workers },
  };
}

/** A worker that never answered is not among the shares: its share is 0. */
function shares({ open }: WindowResult, workers: number): { max?: number; min?: number } {
  const counts = open?.shares.map(({ answers }) => answers) ?? [];
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return {};
  const min = counts.length < workers && counts.length > 1 ? 0 : Math.min(...counts) / total;
  return { max: Math.max(...counts) / total, min };
}
