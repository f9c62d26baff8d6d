import { conditionsIn, findMetric } from '../../analyse/look-up.ts';
import * as format from '../../format.ts';
import type { Undecided } from '../../model.ts';
import type { WorkersAnalysis } from './analysis.ts';

/** The analysis among those that have workers to count. */
export const thoseWithWorkers = <A extends Undecided>({ metrics }: WorkersAnalysis, analysis: A): A => ({
  ...analysis,
  contestants: analysis.contestants.filter(({ id }) => findMetric(metrics, id, 'throughput')),
});

/** Whether each scaled to the cores, and what more workers than cores did, by the brackets. */
export function scaling(found: WorkersAnalysis, analysis: Undecided): string[] {
  const { metrics } = found;
  const { contestants, environment } = thoseWithWorkers(found, analysis);
  const { cores } = environment;
  const conditions = conditionsIn(metrics.filter(({ metric }) => metric === 'throughput'));
  const most = Math.max(...conditions.map(({ setting }) => setting.workers ?? 0));
  const at = (id: string, workers: number) =>
    metrics.find(
      ({ contestant, metric, condition }) =>
        contestant === id && metric === 'speed-up' && condition.setting.workers === workers,
    );
  return contestants.flatMap(({ id, title }) => {
    const [full, beyond] = [at(id, cores), at(id, most)];
    if (!full) return [];
    const scaled = `${title}: ${format.ratio(full)} one worker's throughput with ${cores}, ${format.percent(format.scaled(full, 1 / cores))} of ideal`;
    if (!beyond || most <= cores) return [scaled];
    const than =
      beyond.high < full.low
        ? 'less than with as many as cores, the brackets apart'
        : beyond.low > full.high
          ? 'more than with as many as cores, the brackets apart'
          : 'not to be told apart from that';
    return [`${scaled}; with ${most} it was ${format.ratio(beyond)}, ${than}`];
  });
}
