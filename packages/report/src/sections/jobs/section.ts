import { conditionsIn, findMetric } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import type { Condition } from '@cpu-bound/study/model';
import type { JobsAnalysis } from '@cpu-bound/study/scenarios/jobs/analysis';
import { DURABILITIES } from '@cpu-bound/study/scenarios/jobs/plan';
import { caseOf, keeps } from '@cpu-bound/study/scenarios/jobs/words';
import { type Column, matrixTable, NOTHING } from '../../tables/metric-table.ts';
import type { Page, Section } from '../section.ts';

const columns: readonly Column[] = [
  { title: 'sent', metric: 'jobs-sent', show: format.whole },
  { title: 'accepted', metric: 'jobs-accepted', show: format.whole },
  { title: 'refused', metric: 'jobs-refused', show: format.whole },
  { title: 'failed', metric: 'jobs-failed', show: format.whole },
  { title: 'done', metric: 'jobs-done', show: format.whole },
  { title: 'lost', metric: 'jobs-lost', show: format.whole },
  { title: 'begun twice', metric: 'jobs-twice', show: format.whole },
  { title: 'accepted a second', metric: 'accept-rate' },
  { title: 'accepted after, p50 (ms)', metric: 'accept-p50' },
  { title: 'p99', metric: 'accept-p99' },
  { title: 'done after, p50 (ms)', metric: 'done-p50' },
  { title: 'p99', metric: 'done-p99' },
  { title: 'oldest (ms)', metric: 'done-max' },
  { title: 'Redis CPU a job (ms)', metric: 'redis-cpu-ms-per-job' },
];

/** What accepted jobs cost, and which are lost, for each way in which they are kept. */
export function jobsSection(found: JobsAnalysis, { analysis, chart }: Page): Section {
  const conditions = conditionsIn(found.metrics);
  if (conditions.length === 0) return NOTHING;
  const takers = analysis.contestants.filter(({ id }) =>
    found.metrics.some(({ contestant }) => contestant === id),
  );
  return {
    says: takers.flatMap(({ id, title }) => sentences(found, id, title, conditions)),
    charts: [chart('jobs.svg')],
    details: [
      `The bench sends jobs by \`POST /jobs\`, and requests \`GET /jobs/:id\` until each job is done or unknown. Each of ${format.count(found.rounds, 'round')} has its own Redis, which the bench starts, with its data on the disk of the results. “Accepted after” counts from when a job was due, “done after” from its acceptance, by the service’s own times. Accepted = done + lost. A job that began twice has written two lines into a file.`,
      ...(takers.some((taker) => keptByPostgres(found, taker.id))
        ? [
            'What PostgreSQL keeps: it is the run’s, with its own defaults, and is neither killed nor restarted. “Every process restarted” are those of the service.',
          ]
        : []),
      'The bench kills the process of Redis, not the machine. What Redis has written survives that, synced or not. A power cut would lose what was not synced; the bench does not simulate one.',
      matrixTable(analysis, found, conditions, { name: caseOf, columns }),
      format.intervalNote(found.metrics),
    ],
  };
}

const keptByPostgres = ({ metrics }: JobsAnalysis, id: string) =>
  metrics.some(
    ({ contestant, condition: { setting } }) => contestant === id && setting.persistence === 'commit',
  );

function sentences(
  { metrics }: JobsAnalysis,
  id: string,
  title: string,
  conditions: readonly Condition[],
): string[] {
  return DURABILITIES.flatMap((persistence) => {
    const [steady, burst, killed, restarted] = (
      [
        ({ setting }) => setting.fault === undefined && setting.burst === undefined,
        ({ setting }) => setting.fault === undefined && setting.burst !== undefined,
        ({ setting }) => setting.fault === 'redis-restart',
        ({ setting }) => setting.fault === 'restart-all',
      ] satisfies ((one: Condition) => boolean)[]
    ).map((fits) => conditions.find((one) => one.setting.persistence === persistence && fits(one)));
    const of = (name: Column['metric'], condition: Condition | undefined) =>
      condition && findMetric(metrics, id, name, condition);
    const [accept, rate] = [of('accept-p50', steady), of('accept-rate', burst)];
    const lost = [killed, restarted].map((one) => of('jobs-lost', one));
    const accepted = [killed, restarted].map((one) => of('jobs-accepted', one));
    const twice = of('jobs-twice', killed);
    if (!accept) return [];
    const share = (index: number) =>
      lost[index] && accepted[index]
        ? `${format.whole(lost[index])} of ${Math.round(accepted[index].estimate)}`
        : '–';
    const again = twice && twice.high > 0 ? `, ${format.whole(twice)} begun twice` : '';
    const parts = [
      `${title}, ${keeps[persistence]}: accepted after ${format.interval(accept)} ms (median at a steady rate)${rate ? `, ${format.interval(rate)} a second in a burst` : ''}`,
      ...(killed ? [`lost when Redis is killed: ${share(0)}${again}`] : []),
      ...(restarted ? [`lost when every process restarts: ${share(1)}`] : []),
    ];
    return [parts.join('; ')];
  });
}
