import type { Analysis, Condition, Metric } from '../../model.ts';
import * as format from '../../report/format.ts';
import {
  type Column,
  conditionsIn,
  findMetric,
  measuredBy,
  metricTable,
  NOTHING,
  source,
} from '../../report/metric-table.ts';
import { showRecovery } from '../../report/recovery.ts';
import { meaning } from '../../report/sentences.ts';

const names: Readonly<Record<string, string>> = {
  'kill-worker': 'a worker process is killed (SIGKILL)',
  'redis-restart': 'Redis is killed and comes back, empty, a second later',
};

/** A table per fault, where every request went, and what it means. */
export function faultsSection(analysis: Analysis, chart: (file: string) => string): string {
  const found = measuredBy(analysis, 'faults');
  if (!found) return NOTHING;
  const { rounds, perSecond } = found.setting;
  const columns: readonly Column[] = [
    { title: 'sent', metric: 'sent', show: format.whole },
    { title: 'answered', metric: 'answered', show: format.whole },
    { title: 'failed', metric: 'errors', show: format.whole },
    { title: 'refused', metric: 'shed', show: format.whole },
    { title: 'lost', metric: 'lost', show: format.whole },
    { title: 'answered twice', metric: 'duplicated', show: format.whole },
    { title: 'computed again', metric: 'retaken', show: format.whole },
    { title: 'recovery (ms)', metric: 'recovery', show: showRecovery(found.metrics) },
  ];
  const conditions = conditionsIn(found.metrics);
  return [
    `Open loop at 60 % of the slowest contestant's capacity, about ${format.number(Number(perSecond))} req/s, and a blow in the middle; ${format.count(Number(rounds), 'round')}. Each request carries an id and is accounted for: the columns from “answered” to “lost” add up to “sent”, per window; lost is what had no answer by its deadline. Recovery is from the blow until nothing failed or was slow.`,
    '**Predicted.** A killed worker takes the requests that it had with it, unless a queue hands its job to another: then they come late, and are computed twice. Without Redis a job queue can only refuse, and what it had accepted is gone with the Redis that was not told to persist it.',
    chart('faults.svg'),
    ...conditions.map((condition) => {
      const hurt = {
        ...analysis,
        contestants: analysis.contestants.filter(({ id }) =>
          findMetric(found.metrics, id, 'sent', condition),
        ),
      };
      return `**${condition.fault}** — ${names[String(condition.fault)] ?? ''}\n\n${metricTable(hurt, found, condition, columns)}`;
    }),
    source(found),
    format.intervalNote(found.metrics),
    meaning(lines(analysis, found.metrics, conditions), found.metrics),
  ].join('\n\n');
}

/** Only zeros in every round are said to be none; anything else is given with its bracket. */
function lines(analysis: Analysis, metrics: readonly Metric[], conditions: readonly Condition[]): string[] {
  return conditions.flatMap((condition) =>
    analysis.contestants.flatMap(({ id, title }) => {
      const of = (name: string) => findMetric(metrics, id, name, condition);
      const sent = of('sent');
      if (!sent) return [];
      const told = [
        ['errors', 'failed'],
        ['shed', 'refused'],
        ['lost', 'lost'],
        ['duplicated', 'answered twice'],
        ['retaken', 'computed again'],
      ].flatMap(([name = '', word]) => {
        const metric = of(name);
        return metric && metric.high > 0 ? [`${format.whole(metric)} ${word}`] : [];
      });
      const recovery = of('recovery');
      const well = recovery ? `; well again after ${showRecovery(metrics)(recovery)} ms` : '';
      const what = told.length > 0 ? told.join(', ') : 'every request answered, once';
      return [`${condition.fault}, ${title}: ${what}, in ${format.count(sent.n, 'round')}${well}.`];
    }),
  );
}
