import type { Page, Section } from '@cpu-bound/report/question';
import { type Column, matrixTable, NOTHING } from '@cpu-bound/report/tables/metric-table';
import { joined } from '@cpu-bound/report/tables/sentences';
import { conditionsIn, findMetric, named } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Condition } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { intervalChart } from '../charts.ts';
import type { WithRounds } from '../measures.ts';
import { caseOf, DURABILITIES, persistenceNames } from './analyse.ts';

const WHY =
  'An accepted job is a record in Redis, and no process holds it alone. It is lost only if Redis loses it: without an append-only file, Redis keeps what its last snapshot has ([Redis: persistence](https://redis.io/docs/latest/operate/oss_and_stack/management/persistence/)).';

const columns: readonly Column[] = [
  { title: 'sent', metric: 'jobs-sent', show: format.integers },
  { title: 'accepted', metric: 'jobs-accepted', show: format.integers },
  { title: 'refused', metric: 'jobs-refused', show: format.integers },
  { title: 'failed', metric: 'jobs-failed', show: format.integers },
  { title: 'done', metric: 'jobs-done', show: format.integers },
  { title: 'lost', metric: 'jobs-lost', show: format.integers },
  { title: 'started twice', metric: 'jobs-twice', show: format.integers },
  { title: 'accepted per second', metric: 'accept-rate' },
  { title: 'accepted after, p50 (ms)', metric: 'accept-p50' },
  { title: 'p99', metric: 'accept-p99' },
  { title: 'done after, p50 (ms)', metric: 'done-p50' },
  { title: 'p99', metric: 'done-p99' },
  { title: 'oldest (ms)', metric: 'done-max' },
  { title: 'Redis CPU per job (ms)', metric: 'redis-cpu-ms-per-job' },
];

/** Reports the time and cost of accepted jobs, and the lost ones, for each way of persisting them. */
export function section(found: WithRounds, { analysis, chart }: Page): Section {
  const conditions = conditionsIn(found.metrics);
  if (conditions.length === 0) return NOTHING;
  const takers = analysis.contestants.filter(({ id }) =>
    found.metrics.some(({ contestant }) => contestant === id),
  );
  return {
    says: takers.flatMap(({ id, title }) => sentences(found, id, title, conditions)),
    why: WHY,
    charts: [chart('jobs.svg')],
    details: [
      `The bench sends jobs by \`POST /jobs\`, and requests \`GET /jobs/:id\` until each job is done or unknown. Each of ${format.count(found.rounds, 'round')} has its own Redis, which the bench starts, and which keeps its data on the disk of the results. “Accepted after” counts from the time at which a job was due. “Done after” counts from its acceptance, by the clock of the service. Accepted = done + lost. Each job writes a line into a file when it begins, so two lines show that it began twice.`,
      takers.some((taker) => usesPostgres(found, taker.id)) &&
        'PostgreSQL is that of the whole run, with its own defaults. The bench neither kills nor restarts it: “every process restarted” means the processes of the service.',
      'The bench kills the process of Redis, not the machine. All that Redis has written survives, synced or not. A power cut would lose data that is not synced. The bench does not simulate one.',
      matrixTable(analysis, found, conditions, { name: caseOf, columns }),
      `${wording.intervalNote(found.metrics)} A p50 or p99 is that of a round’s jobs.`,
    ],
  };
}

const usesPostgres = ({ metrics }: WithRounds, id: string) =>
  metrics.some(
    ({ contestant, condition }) => contestant === id && condition.setting.persistence === 'commit',
  );

const isSteady = ({ setting }: Condition) => setting.fault === undefined && setting.burst === undefined;

function sentences(
  { metrics }: WithRounds,
  id: string,
  title: string,
  conditions: readonly Condition[],
): string[] {
  return DURABILITIES.flatMap((persistence) => {
    const conditionOf = (isMeant: (condition: Condition) => boolean) =>
      conditions.find((condition) => condition.setting.persistence === persistence && isMeant(condition));
    const steady = conditionOf(isSteady);
    const burst = conditionOf((condition) => condition.setting.fault === undefined && !isSteady(condition));
    const killed = conditionOf(({ setting }) => setting.fault === 'redis-restart');
    const restarted = conditionOf(({ setting }) => setting.fault === 'restart-all');
    const metricOf = (name: Column['metric'], condition: Condition | undefined) =>
      condition && findMetric(metrics, id, name, condition);
    const [accept, rate] = [metricOf('accept-p50', steady), metricOf('accept-rate', burst)];
    const twice = metricOf('jobs-twice', killed);
    if (!accept) return [];
    const lostOf = (condition: Condition) => {
      const [lost, accepted] = [metricOf('jobs-lost', condition), metricOf('jobs-accepted', condition)];
      return lost && accepted ? `${format.integers(lost)} of ${Math.round(accepted.estimate)}` : '–';
    };
    const again = twice && twice.high > 0 ? `, ${format.integers(twice)} started twice` : '';
    const parts = [
      `${title}, ${persistenceNames[persistence]}: median time to accept ${format.interval(accept)} ms at a steady rate${rate ? `, ${format.interval(rate)} accepted per second in a burst` : ''}`,
      killed && `${lostOf(killed)} jobs lost when Redis is killed${again}`,
      restarted && `${lostOf(restarted)} jobs lost when every process restarts`,
    ];
    return [joined(parts, '; ')];
  });
}

/** Draws the time to accept a job for each way of persisting it. */
export const charts = ({ metrics }: WithRounds, analysis: Analysis) =>
  intervalChart(
    analysis,
    named(metrics, 'accept-p50').filter(({ condition }) => isSteady(condition)),
    {
      file: 'jobs.svg',
      alt: 'Time until a job is accepted, for each way in which Redis keeps data',
      title: 'Until a job is accepted (median, steady rate)',
      axis: 'ms',
      panel: ({ condition }) => persistenceNames[condition.setting.persistence ?? 'off'],
    },
  );
