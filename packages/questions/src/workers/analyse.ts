import {
  byRound,
  extent,
  type Measure,
  metricOver,
  metricsOf,
  throughput,
} from '@cpu-bound/study/analyse/measures';
import { conditionsOf, type ScenarioInput, under } from '@cpu-bound/study/analyse/observations';
import type { Metric, ScenarioAnalysis, Seconds } from '@cpu-bound/study/model';
import { memory, peakMemory } from '../measures.ts';

export type WorkersAnalysis = ScenarioAnalysis & { readonly seconds: Seconds; readonly rounds: number };

function speedUps({ observations }: ScenarioInput, contestant: string): Metric[] {
  const conditions = conditionsOf(observations);
  const one = conditions.find(({ setting }) => setting.workers === 1);
  if (!one) return [];
  const base = byRound(under(observations, contestant, one), throughput);
  return conditions.flatMap((condition) => {
    const rounds = byRound(under(observations, contestant, condition), throughput);
    const ratios = [...rounds].flatMap(([round, rate]) => {
      const baseRate = base.get(round);
      return baseRate ? [[round, rate / baseRate] as const] : [];
    });
    return metricOver({ contestant, metric: 'speed-up', condition }, new Map(ratios));
  });
}

const startUp: Measure = { metric: 'startup', read: ({ startUpMs }) => startUpMs };

/** Returns the throughput for each number of workers, as such and as a multiple of one worker's in the same round. */
export function analyse(input: ScenarioInput): WorkersAnalysis {
  return {
    metrics: [
      ...metricsOf(input, [throughput, memory, peakMemory, startUp]),
      ...input.run.contestants.flatMap(({ id }) => speedUps(input, id)),
    ],
    comparisons: [],
    ...extent(input),
  };
}
