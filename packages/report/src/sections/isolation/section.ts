import { conditionsIn, findMetric } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Condition } from '@cpu-bound/study/model';
import type { IsolationAnalysis } from '@cpu-bound/study/scenarios/isolation/analysis';
import { HEAP_MIB, LOAD } from '@cpu-bound/study/scenarios/isolation/plan';
import { doings, statusOf } from '@cpu-bound/study/scenarios/isolation/words';
import { type Column, matrixTable, NOTHING } from '../../tables/metric-table.ts';
import { listed } from '../../tables/sentences.ts';
import { accountingColumns } from '../accounting.ts';
import type { Page, Section } from '../section.ts';

const columns: readonly Column[] = [
  ...accountingColumns,
  { title: 'longest silence (ms)', metric: 'silence' },
  { title: 'status of the bad task', metric: 'poison-status', show: statusOf },
  { title: 'times it was begun', metric: 'poison-taken', show: format.whole },
  { title: 'restarts of the whole service', metric: 'service-restarts', show: format.whole },
];

const doingOf = ({ setting }: Condition) => setting.fault && doings[setting.fault];

/** Who was taken along by each kind of bad task, and the table. */
export function isolationSection(found: IsolationAnalysis, { analysis, chart }: Page): Section {
  const conditions = conditionsIn(found.metrics).filter((condition) => doingOf(condition) !== undefined);
  if (conditions.length === 0) return NOTHING;
  return {
    says: conditions.map((condition) => sentenceOf(found, analysis, condition)),
    charts: [chart('isolation.svg')],
    details: [
      `Open loop at ${LOAD * 100} % of what one core computes, and in the middle of it one request more whose task fails; ${format.count(found.rounds, 'round')}, all ways to fail one after the other on one start. The task is the workload’s own, told to fail by a parameter, so that no contestant knows of it. Heaps are ${HEAP_MIB} MiB large and TASK_TIMEOUT_MS is 1,000. A service whose main process ends is started again a tenth of a second later, as systemd or an orchestrator would; one that hangs stays as it is to the end of the window. Each request beside is accounted for: the columns from “answered” to “lost” add up to “sent”. The longest silence is the longest time in which nobody had an answer; at this load some tens of milliseconds are chance. Status “none”: the connection broke, or nothing came for as long as anybody would wait.`,
      matrixTable(analysis, found, conditions, {
        name: (condition) => doingOf(condition) ?? '',
        columns,
      }),
      format.intervalNote(found.metrics),
    ],
  };
}

/** Whose other requests stay unanswered, who answers all of them, and who has to restart. */
function sentenceOf({ metrics }: IsolationAnalysis, { contestants }: Analysis, condition: Condition): string {
  const each = contestants.flatMap(({ id }) => {
    const of = (name: Column['metric']) => findMetric(metrics, id, name, condition);
    const [sent, unserved] = [of('sent'), of('unserved')];
    if (!sent || !unserved) return [];
    const isRestarted = (of('service-restarts')?.high ?? 0) > 0;
    return [
      {
        id,
        isRestarted,
        lost: unserved.high > 0,
        figure: `${format.whole(unserved)} of ${format.whole(sent)}`,
      },
    ];
  });
  const ids = (of: typeof each) => listed(of.map(({ id }) => id));
  const [harmed, safe] = [each.filter(({ lost }) => lost), each.filter(({ lost }) => !lost)];
  const restarted = each.filter(({ isRestarted }) => isRestarted);
  return [
    `A task that ${doingOf(condition)}: ${[
      ...harmed.map(({ id, figure }, index) =>
        index === 0 ? `${id} leaves ${figure} other requests unanswered` : `${id} ${figure}`,
      ),
      ...(safe.length > 0 ? [`${ids(safe)} ${safe.length > 1 ? 'answer' : 'answers'} all`] : []),
    ].join('; ')}`,
    ...(restarted.length > 0 ? [`The whole service restarts: ${ids(restarted)}`] : []),
  ].join('. ');
}
