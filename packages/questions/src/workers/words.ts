import { conditionsIn, findMetric } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import type { Metric, Undecided } from '@cpu-bound/study/model';
import type { WorkersAnalysis } from './analyse.ts';

/** Returns the analysis with only those contestants that have workers to count. */
export const thoseWithWorkers = <A extends Undecided>({ metrics }: WorkersAnalysis, analysis: A): A => ({
  ...analysis,
  contestants: analysis.contestants.filter(({ id }) => findMetric(metrics, id, 'throughput')),
});

/**
 * Describes how each contestant scaled to the cores, and the effect of more workers than cores, by intervals that do
 * not overlap.
 */
export function scaling(found: WorkersAnalysis, analysis: Undecided): string[] {
  const { metrics } = found;
  const { contestants, environment } = thoseWithWorkers(found, analysis);
  const { cores } = environment;
  const conditions = conditionsIn(metrics.filter(({ metric }) => metric === 'throughput'));
  const largest = Math.max(...conditions.map(({ setting }) => setting.workers ?? 0));
  const at = (id: string, workers: number) =>
    metrics.find(
      ({ contestant, metric, condition }) =>
        contestant === id && metric === 'speed-up' && condition.setting.workers === workers,
    );
  return contestants.flatMap(({ id }) => {
    const [full, beyond] = [at(id, cores), at(id, largest)];
    if (!full) return [];
    const scaled = `${id}: ${format.times(full.estimate)}× the throughput of one worker ${format.ratioBounds(full)} with ${format.count(cores, 'worker')}`;
    if (!beyond || largest <= cores) return [scaled];
    return [`${scaled}, and ${format.ratio(beyond)} with ${largest}: ${effectOf(beyond, full, cores)}`];
  });
}

/** Compares the speed-up with more workers than cores to that with as many, by intervals that do not overlap. */
function effectOf(beyond: Metric, full: Metric, cores: number): string {
  if (beyond.high < full.low) return `less than with ${cores}`;
  return beyond.low > full.high ? `more than with ${cores}` : 'no difference shown';
}
