import type { Analysis } from '../../model.ts';
import * as format from '../../report/format.ts';
import { type Column, conditionsIn, findMetric, matrixTable, NOTHING } from '../../report/metric-table.ts';
import type { Page, Section } from '../scenario.ts';
import type { WorkersAnalysis } from './analysis.ts';

const columns: readonly Column[] = [
  { title: 'answers/s', metric: 'throughput' },
  { title: '× one worker', metric: 'speed-up', show: format.ratio },
  { title: 'peak memory (MiB)', metric: 'rss-peak', show: format.mebibytes },
  { title: 'start-up (ms)', metric: 'startup' },
];

/** Whether it scaled to the cores, and the tables. */
export function workersSection(found: WorkersAnalysis, { analysis, chart }: Page): Section {
  const { cores } = analysis.environment;
  const rates = found.metrics.filter(({ metric }) => metric === 'throughput');
  const conditions = conditionsIn(rates);
  if (conditions.length === 0) return NOTHING;
  const withWorkers = thoseWithWorkers(found, analysis);
  return {
    says: scaling(found, analysis),
    charts: [chart('workers.svg')],
    details: [
      `Closed loop as in capacity, ${found.seconds} s on a start of its own with each number of workers; ${format.count(found.rounds, 'round')}, on ${cores} cores that the load generator and (for the queue) Redis use too.`,
      matrixTable(withWorkers, found, conditions, {
        name: ({ setting }) => format.count(setting.workers ?? 0, 'worker'),
        columns,
      }),
      format.intervalNote(rates),
    ],
  };
}

const thoseWithWorkers = ({ metrics }: WorkersAnalysis, analysis: Analysis): Analysis => ({
  ...analysis,
  contestants: analysis.contestants.filter(({ id }) => findMetric(metrics, id, 'throughput')),
});

/** Whether each scaled to the cores, and what more workers than cores did, by the brackets. */
export function scaling(found: WorkersAnalysis, analysis: Analysis): string[] {
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
