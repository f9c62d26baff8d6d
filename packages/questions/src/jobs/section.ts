import type { Page, Section } from '@cpu-bound/report/question';
import { type Column, matrixTable, NOTHING } from '@cpu-bound/report/tables/metric-table';
import { conditionsIn, named } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Condition } from '@cpu-bound/study/model';
import { intervalChart } from '../charts.ts';
import type { WithRounds } from '../measures.ts';
import { caseOf, persistenceNames } from './analyse.ts';

const WHY =
  'An accepted job is a record in Redis, and lost only if Redis loses it. Without an append-only file, Redis keeps what its last snapshot has ([Redis: persistence](https://redis.io/docs/latest/operate/oss_and_stack/management/persistence/)).';

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

/** Shows the time and cost of accepted jobs, and the lost ones, for each way of persisting them. */
export function section(found: WithRounds, { analysis, chart }: Page): Section {
  const conditions = conditionsIn(found.metrics);
  if (conditions.length === 0) return NOTHING;
  return {
    says: [],
    why: WHY,
    charts: [chart('jobs.svg')],
    details: [matrixTable(analysis, found, conditions, { name: caseOf, columns })],
  };
}

const isSteady = ({ setting }: Condition) => setting.fault === undefined && setting.burst === undefined;

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
