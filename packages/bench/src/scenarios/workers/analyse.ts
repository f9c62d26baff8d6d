import { byRound, extent, type Measure, metricOver, metricsOf, throughput } from '../../analyse/measures.ts';
import { type Asked, conditionsOf, under } from '../../analyse/observations.ts';
import type { Metric } from '../../model.ts';
import { mean } from '../../stats/moments.ts';
import type { WorkersAnalysis } from './analysis.ts';

/** Throughput for each number of workers, as such and as a multiple of one worker's in the same round. */
export function analyseWorkers(asked: Asked): WorkersAnalysis {
  return {
    metrics: [
      ...metricsOf(asked, [throughput, memory, startUp]),
      ...asked.run.contestants.flatMap(({ id }) => [
        ...speedUps(asked, id),
        ...ofEachMore(asked, id, 'rss-per-worker', memory),
        ...ofEachMore(asked, id, 'startup-per-worker', startUp),
      ]),
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

const memory: Measure = { metric: 'rss-peak', of: ({ result: { usage } }) => usage?.serverRssBytes };
const startUp: Measure = { metric: 'startup', of: ({ startUpMs }) => startUpMs };

/** How much each worker more adds: the slope of the line through a round's numbers of workers. */
function ofEachMore(
  { observations }: Asked,
  contestant: string,
  metric: 'rss-per-worker' | 'startup-per-worker',
  { of }: Measure,
): Metric[] {
  const own = observations.filter(({ subject }) => subject.contestant === contestant);
  const [first] = own;
  if (!first) return [];
  const slopes = [...Map.groupBy(own, ({ round }) => round)].flatMap(([round, observed]) => {
    const points = observed.flatMap((observation) => {
      const y = of(observation);
      const { workers: x } = observation.window.condition.setting;
      return x !== undefined && y !== undefined ? [{ x, y }] : [];
    });
    const slope = slopeOf(points);
    return slope === undefined ? [] : [[round, slope] as const];
  });
  const { input } = first.window.condition;
  return metricOver({ contestant, metric, condition: { input, setting: {} } }, new Map(slopes));
}

/** Least squares; undefined for fewer than two places on the line. */
function slopeOf(points: readonly { readonly x: number; readonly y: number }[]): number | undefined {
  if (new Set(points.map(({ x }) => x)).size < 2) return undefined;
  const [meanX, meanY] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))];
  const covariance = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
}
