import type { Page, Section } from '@cpu-bound/report/question';
import { type Column, matrixTable, NOTHING } from '@cpu-bound/report/tables/metric-table';
import { conditionsIn, named } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Condition } from '@cpu-bound/study/model';
import { intervalChart } from '../charts.ts';
import { accountingColumns } from '../columns.ts';
import type { WithRounds } from '../measures.ts';
import { doings, statusOf } from './analyse.ts';

const WHY =
  'An exception or a full heap ends a thread ([`resourceLimits`](https://nodejs.org/api/worker_threads.html#new-workerfilename-options)), an abort of native code the whole process with all its requests. A job is tried again by another worker.';

const columns: readonly Column[] = [
  ...accountingColumns,
  { title: 'longest silence (ms)', metric: 'silence' },
  { title: 'status of the bad task', metric: 'poison-status', show: statusOf },
  { title: 'times it was started', metric: 'poison-taken', show: format.integers },
  { title: 'restarts of the whole service', metric: 'service-restarts', show: format.integers },
];

const doingOf = ({ setting }: Condition) => setting.fault && doings[setting.fault];

/** Reports how many other requests each kind of bad task cost, with the table. */
export function section(found: WithRounds, { analysis, chart }: Page): Section {
  const conditions = conditionsIn(found.metrics).filter((condition) => doingOf(condition) !== undefined);
  if (conditions.length === 0) return NOTHING;
  return {
    says: [],
    why: WHY,
    charts: [chart('isolation.svg')],
    details: [
      matrixTable(analysis, found, conditions, {
        name: (condition) => doingOf(condition) ?? '',
        columns,
      }),
    ],
  };
}

/** Draws the longest time without an answer, for each kind of failure. */
export const charts = ({ metrics }: WithRounds, analysis: Analysis) =>
  intervalChart(
    analysis,
    named(metrics, 'silence').filter(({ condition }) => condition.setting.fault !== undefined),
    {
      file: 'isolation.svg',
      alt: 'Longest silence of each contestant for each kind of bad task',
      title: 'Longest time without an answer',
      axis: 'ms',
      panel: ({ condition }) => doingOf(condition) ?? '',
    },
  );
