import type { Page, Section } from '@cpu-bound/report/question';
import { type Column, metricTable, NOTHING } from '@cpu-bound/report/tables/metric-table';
import { conditionsIn, findMetric, named } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import { intervalChart } from '../charts.ts';
import { accountingColumns, showRecovery } from '../columns.ts';
import type { FaultsAnalysis } from './analyse.ts';

const WHY =
  'Requests in a killed process are cut with their connections; a job in Redis waits until another worker takes it ([BullMQ: stalled jobs](https://docs.bullmq.io/guide/workers/stalled-jobs)). What only Redis holds is gone as long as Redis is.';

/** The names of the faults in a sentence, and in the title of a table. */
const names: Readonly<Record<string, readonly [short: string, long: string]>> = {
  'kill-worker': [
    'a killed worker',
    'a worker ends in the middle of a task (SIGKILL for a process, process.exit() in a thread)',
  ],
  'redis-restart': ['a killed Redis', 'Redis is killed, and restarts empty a second later'],
};

const columnsOf = ({ metrics }: FaultsAnalysis): readonly Column[] => [
  ...accountingColumns,
  { title: 'computed again', metric: 'retaken', show: format.integers },
  { title: 'recovery (ms)', metric: 'recovery', show: showRecovery(metrics) },
];

/** Reports the outcomes of the requests around each fault, with the tables. */
export function section(found: FaultsAnalysis, { analysis, chart }: Page): Section {
  const conditions = conditionsIn(found.metrics);
  if (conditions.length === 0) return NOTHING;
  return {
    says: [],
    why: WHY,
    charts: [chart('faults.svg')],
    details: [
      ...conditions.map((condition) => {
        const { fault } = condition.setting;
        const hurt = {
          ...analysis,
          contestants: analysis.contestants.filter(({ id }) =>
            findMetric(found.metrics, id, 'sent', condition),
          ),
        };
        return `**${fault}** — ${names[String(fault)]?.[1] ?? ''}\n\n${metricTable(hurt, found, condition, columnsOf(found))}`;
      }),
    ],
  };
}

/** Draws the time that each contestant took to recover from each fault. */
export const charts = ({ metrics }: FaultsAnalysis, analysis: Analysis) =>
  intervalChart(analysis, named(metrics, 'recovery'), {
    file: 'faults.svg',
    alt: 'Time to recover of each contestant after each fault',
    title: 'From the fault until all was well again',
    axis: 'ms',
    panel: ({ condition }) => String(condition.setting.fault),
  });
