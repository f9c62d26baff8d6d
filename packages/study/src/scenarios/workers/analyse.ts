import { byRound, extent, type Measure, metricOver, metricsOf, throughput } from '../../analyse/measures.ts';
import { conditionsOf, type ScenarioInput, under } from '../../analyse/observations.ts';
import type { Metric, ScenarioAnalysis, Seconds } from '../../model.ts';

export type WorkersAnalysis = ScenarioAnalysis & { readonly seconds: Seconds; readonly rounds: number };

/** Throughput for each number of workers, as such and as a multiple of one worker's in the same round. */
export function analyseWorkers(input: ScenarioInput): WorkersAnalysis {
  return {
    metrics: [
      ...metricsOf(input, [throughput, memory, startUp]),
      ...input.run.contestants.flatMap(({ id }) => speedUps(input, id)),
    ],
    comparisons: [],
    ...extent(input),
  };
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

const memory: Measure = { metric: 'rss-peak', of: ({ result: { usage } }) => usage?.serverRssBytes };
const startUp: Measure = { metric: 'startup', of: ({ startUpMs }) => startUpMs };
