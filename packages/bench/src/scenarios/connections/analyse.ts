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
  // One that had all of it in one window, and others in another, has workers that went without.
  const most = new Map<string, number>();
  for (const { cell, window } of found) {
    const key = cell.contestant;
    most.set(key, Math.max(most.get(key) ?? 0, window.open?.shares.length ?? 0));
  }
  const expected = new Map(found.map(({ cell, window }) => [window, most.get(cell.contestant) ?? workers]));
  const sharesOf = (window: WindowResult) => shares(window, expected.get(window) ?? workers);
  return {
    metrics: [
      ...measureAll(run, found, [
        { metric: 'share-max', unit: 'of the answers', of: (window) => sharesOf(window).max },
        {
          metric: 'share-min',
          unit: 'of the answers',
          of: (window) => sharesOf(window).min,
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
  const min = counts.length < workers ? 0 : Math.min(...counts) / total;
  return { max: Math.max(...counts) / total, min };
}
