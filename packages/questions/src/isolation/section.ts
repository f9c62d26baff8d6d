import type { Page, Section } from '@cpu-bound/report/question';
import { type Column, matrixTable, NOTHING } from '@cpu-bound/report/tables/metric-table';
import { COUNTS, joined, listed } from '@cpu-bound/report/tables/sentences';
import { conditionsIn, findMetric, named } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Condition } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { intervalChart } from '../charts.ts';
import { accountingColumns } from '../columns.ts';
import type { WithRounds } from '../measures.ts';
import { doings, HEAP_MIB, LOAD, statusOf } from './analyse.ts';

const WHY =
  'What a failure ends is what shares its memory: an exception or a full heap ends a thread, an abort of native code ends the whole process with all its requests ([Node.js: process events](https://nodejs.org/api/process.html), [`resourceLimits`](https://nodejs.org/api/worker_threads.html#new-workerfilename-options)). A job is tried again by another worker.';

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
    says: conditions.map((condition) => sentenceOf(found, analysis, condition)),
    why: WHY,
    charts: [chart('isolation.svg')],
    details: [
      `An open loop runs at ${LOAD * 100} % of what one core computes. In the middle, one more request has a task that fails. ${format.thereWere(found.rounds, 'round')}. In each, one service is measured with every kind of failure, one after the other. A query parameter makes the workload’s own task fail, so contestants cannot treat it in a special way. Heaps are ${HEAP_MIB} MiB and TASK_TIMEOUT_MS is 1,000. If the main process of a service ends, the bench restarts it after a tenth of a second, as systemd or an orchestrator would do. It does not touch a service that hangs until the window ends. Every other request is accounted for: the columns from “answered” to “timed out” add up to “sent”. The longest silence is the longest time without any answer. At this load, some tens of milliseconds occur by chance. The status “none” means that the connection broke, or that no answer came before the timeout.`,
      matrixTable(analysis, found, conditions, {
        name: (condition) => doingOf(condition) ?? '',
        columns,
      }),
      COUNTS,
      wording.intervalNote(found.metrics),
    ],
  };
}

/**
 * Names the contestants that leave other requests unanswered, those that answer all of them, and those that restart.
 */
function sentenceOf({ metrics }: WithRounds, { contestants }: Analysis, condition: Condition): string {
  const each = contestants.flatMap(({ id }) => {
    const metricOf = (name: Column['metric']) => findMetric(metrics, id, name, condition);
    const [sent, unserved] = [metricOf('sent'), metricOf('unserved')];
    if (!sent || !unserved) return [];
    const isRestarted = (metricOf('service-restarts')?.high ?? 0) > 0;
    return [
      {
        id,
        isRestarted,
        leavesSome: unserved.high > 0,
        figure: `${format.integers(unserved)} of ${format.integers(sent)}`,
      },
    ];
  });
  const ids = (facts: typeof each) => listed(facts.map(({ id }) => id));
  const [harmed, safe] = [
    each.filter(({ leavesSome }) => leavesSome),
    each.filter(({ leavesSome }) => !leavesSome),
  ];
  const restarted = each.filter(({ isRestarted }) => isRestarted);
  const outcomes = [
    ...harmed.map(({ id, figure }, index) =>
      index === 0 ? `${id} leaves ${figure} other requests unanswered` : `${id} ${figure}`,
    ),
    safe.length > 0 && `${ids(safe)} ${safe.length > 1 ? 'answer' : 'answers'} all`,
  ];
  const again = restarted.length > 0 && `Restarted as a whole: ${ids(restarted)}`;
  return joined([`A task that ${doingOf(condition)}: ${joined(outcomes, '; ')}`, again], '. ');
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
