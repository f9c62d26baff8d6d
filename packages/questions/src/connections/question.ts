import { variantsFor } from '@cpu-bound/measure/contestants/manifest';
import type { Question } from '@cpu-bound/report/question';
import { comparisonsOf, extent, type Measure, metricsOf } from '@cpu-bound/study/analyse/measures';
import { percentileMetrics } from '@cpu-bound/study/analyse/percentiles';
import type { Config } from '@cpu-bound/study/config/config';
import type { ConnectionPolicy, Omission, WindowResult } from '@cpu-bound/study/model';
import type { SittingWindow } from '@cpu-bound/study/plan/scenario-plan';
import { HIGH, openLoad } from '@cpu-bound/study/plan/windows';
import { defined } from '@cpu-bound/workload/defined';
import type { ConnectionsAnalysis } from './analyse.ts';
import { connectionsCharts } from './charts.ts';
import { connectionsSection } from './section.ts';

const SECONDS = 1.5;
const LEAD_IN_SECONDS = 0.4;

/** The contestants that deal out connections, with their variants, and one that deals out requests for comparison. */
function subjectsOf({ contestants }: Config): string[] {
  const dealing = contestants.filter(({ deals }) => deals === 'connections');
  const [reference] = contestants.filter(({ deals }) => deals === 'requests');
  const all = [...dealing, ...variantsFor(dealing, 'connections'), ...(reference ? [reference] : [])];
  return all.map(({ id }) => id);
}

const POLICIES: readonly ConnectionPolicy[] = ['random', 'in-turn', 'most-recent', 'per-request'];

/** One worker gets all the work, however it comes; and only connections can be dealt out unevenly. */
export function connectionsLeftOut(config: Config): Omission[] {
  const { workers, contestants } = config;
  if (workers < 2) return [{ reason: 'with one worker there is nothing to spread' }];
  if (!contestants.some(({ deals }) => deals === 'connections'))
    return [{ reason: 'none of the contestants deals out connections' }];
  return contestants
    .filter(({ id }) => !subjectsOf(config).includes(id))
    .map(({ id, workers: has }) => ({
      contestant: id,
      reason:
        has === false
          ? 'it has no workers that work could be spread over'
          : 'it distributes requests, whatever their connection; one strategy stands here for all of that kind',
    }));
}

/** A worker that never answered is not among the shares: its share is 0. */
function shares({ open }: WindowResult, workers: number): { max: number; min: number } | undefined {
  const counts = open?.shares.map(({ answers }) => answers) ?? [];
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return undefined;
  const min = counts.length < workers ? 0 : Math.min(...counts) / total;
  return { max: Math.max(...counts) / total, min };
}

export const connections: Question<ConnectionsAnalysis> = {
  id: 'connections',
  question: 'Does it matter how clients connect?',
  profiles: ['thorough'],
  /** The same requests per second, over connections that are chosen in each of the ways. */
  plan(config) {
    const { headline, connections: many } = config;
    if (connectionsLeftOut(config).some(({ contestant }) => contestant === undefined)) return {};
    const contestants = subjectsOf(config);
    return {
      sitting: POLICIES.map(
        (policy): SittingWindow => ({
          window: {
            id: `connections-${policy}`,
            condition: {
              input: headline,
              setting: defined({ ...HIGH, policy, connections: policy === 'per-request' ? undefined : many }),
            },
            seconds: SECONDS,
            leadInSeconds: LEAD_IN_SECONDS,
            load: openLoad(headline, HIGH, { policy }),
          },
          contestants,
        }),
      ),
    };
  },
  leftOut: connectionsLeftOut,
  /** Largest and smallest share of the answers per worker, and latency, for each way of connecting. */
  analyse(input) {
    const { workers } = input.run;
    const measures: readonly Measure[] = [
      { metric: 'share-max', of: ({ result }) => shares(result, workers)?.max },
      { metric: 'share-min', of: ({ result }) => shares(result, workers)?.min },
    ];
    return {
      metrics: [
        ...metricsOf(input, measures),
        ...percentileMetrics(input, 'latency', ({ open }) => open, ['p50', 'p90', 'p99']),
      ],
      comparisons: comparisonsOf(input, {
        metric: 'share-max',
        of: ({ result }) => shares(result, workers)?.max,
      }),
      workers,
      ...extent(input),
    };
  },
  section: connectionsSection,
  charts: connectionsCharts,
};
