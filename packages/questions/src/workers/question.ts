import type { Question } from '@cpu-bound/report/question';
import {
  byRound,
  extent,
  type Measure,
  metricOver,
  metricsOf,
  throughput,
} from '@cpu-bound/study/analyse/measures';
import { conditionsOf, type ScenarioInput, under } from '@cpu-bound/study/analyse/observations';
import type { Metric } from '@cpu-bound/study/model';
import { CLOSED_LEAD_IN } from '@cpu-bound/study/plan/windows';
import { peakMemory } from '../measures.ts';
import type { WorkersAnalysis } from './analyse.ts';
import { workersCharts } from './charts.ts';
import { workersFlips } from './needs.ts';
import { workersSection } from './section.ts';

const STRETCH = 2;
/** More would take longer than they tell. */
const MOST_COUNTS = 6;

/** 1, 2, 4, … with the cores and twice the cores; on many cores only the upper ones beside 1. */
export function workerCounts(cores: number): number[] {
  const most = 2 * cores;
  const powers = Array.from({ length: Math.floor(Math.log2(most)) + 1 }, (_, power) => 2 ** power);
  const all = [...new Set([...powers, cores, most])].sort((a, b) => a - b);
  return all.length <= MOST_COUNTS ? all : [1, ...all.slice(1 - MOST_COUNTS)];
}

function speedUps({ observations }: ScenarioInput, contestant: string): Metric[] {
  const conditions = conditionsOf(observations);
  const one = conditions.find(({ setting }) => setting.workers === 1);
  if (!one) return [];
  const base = byRound(under(observations, contestant, one), throughput);
  return conditions.flatMap((condition) => {
    const rounds = byRound(under(observations, contestant, condition), throughput);
    const ratios = [...rounds].flatMap(([round, rate]) => {
      const of = base.get(round);
      return of ? [[round, rate / of] as const] : [];
    });
    return metricOver({ contestant, metric: 'speed-up', condition }, new Map(ratios));
  });
}

const startUp: Measure = { metric: 'startup', of: ({ startUpMs }) => startUpMs };

export const workers: Question<WorkersAnalysis> = {
  id: 'workers',
  question: 'Does throughput grow with workers, also beyond the number of cores?',
  profiles: ['thorough'],
  /** A closed loop with each number of workers, every one on a start of its own, the usual number too. */
  plan({ profile, connections, headline, cores, contestants }) {
    if (cores < 2) return {};
    return {
      starts: contestants
        .filter(({ workers }) => workers !== false)
        .flatMap(({ id }) =>
          workerCounts(cores).map((workers) => ({
            name: `${id}-${workers}`,
            contestant: id,
            changes: { workers },
            windows: [
              {
                id: `workers-${workers}`,
                condition: { input: headline, setting: { connections, workers } },
                seconds: profile.windowSeconds * STRETCH,
                leadInSeconds: CLOSED_LEAD_IN,
                load: { kind: 'closed', query: headline, connections },
              },
            ],
          })),
        ),
    };
  },
  /** Contestants without workers to count, and a machine without a second core. */
  leftOut({ cores, contestants }) {
    if (cores < 2) return [{ reason: 'this machine has one core: there is nothing to scale over' }];
    return contestants
      .filter(({ workers }) => workers === false)
      .map(({ id }) => ({ contestant: id, reason: 'it has no workers: its one process computes' }));
  },
  /** Throughput for each number of workers, as such and as a multiple of one worker's in the same round. */
  analyse(input) {
    return {
      metrics: [
        ...metricsOf(input, [throughput, peakMemory, startUp]),
        ...input.run.contestants.flatMap(({ id }) => speedUps(input, id)),
      ],
      comparisons: [],
      ...extent(input),
    };
  },
  flips: workersFlips,
  section: workersSection,
  charts: workersCharts,
};
