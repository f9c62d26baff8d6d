import { byRound, extent, metricOver, metricsOf, throughput } from '../../analyse/measures.ts';
import { type Asked, conditionsOf, under } from '../../analyse/observations.ts';
import { fitScalability } from '../../analyse/theory/scalability.ts';
import type { Metric } from '../../model.ts';
import type { WorkersAnalysis } from './analysis.ts';

/** Throughput for each number of workers, as such and as a multiple of one worker's in the same round. */
export function analyseWorkers(asked: Asked): WorkersAnalysis {
  return {
    metrics: [
      ...metricsOf(asked, [throughput]),
      ...asked.run.contestants.flatMap(({ id }) => [...speedUps(asked, id), ...law(asked, id)]),
    ],
    comparisons: [],
    ...extent(asked),
  };
}

function speedUps({ observations }: Asked, contestant: string): Metric[] {
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

/** The scalability law of each round by itself, where there are enough numbers of workers. */
function law({ observations }: Asked, contestant: string): Metric[] {
  const own = observations.filter(({ subject }) => subject.contestant === contestant);
  const [first] = own;
  if (!first) return [];
  const fits = [...Map.groupBy(own, ({ round }) => round)].flatMap(([round, observed]) => {
    const points = observed.flatMap((observation) => {
      const rate = throughput.of(observation);
      const { workers } = observation.window.condition.setting;
      return rate && workers ? [{ workers, throughput: rate }] : [];
    });
    const fit = fitScalability(points);
    return fit && fit.gamma > 0 ? [{ round, ...fit }] : [];
  });
  const { condition } = first.window;
  return (['gamma', 'alpha', 'beta'] as const).flatMap((parameter) =>
    metricOver(
      { contestant, metric: `usl-${parameter}`, condition },
      new Map(fits.map((fit) => [fit.round, fit[parameter]])),
    ),
  );
}
