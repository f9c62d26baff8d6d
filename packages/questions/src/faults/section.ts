import type { Page, Section } from '@cpu-bound/report/question';
import { type Column, metricTable, NOTHING } from '@cpu-bound/report/tables/metric-table';
import { COUNTS } from '@cpu-bound/report/tables/sentences';
import { conditionsIn, findMetric, named } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Condition } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { intervalChart } from '../charts.ts';
import { accountingColumns, showRecovery } from '../columns.ts';
import type { FaultsAnalysis } from './analyse.ts';

const WHY =
  'Requests in a killed process are cut, since their connections end with it. A job in Redis waits until another worker takes it ([BullMQ: stalled jobs](https://docs.bullmq.io/guide/workers/stalled-jobs)). What only Redis holds is gone as long as Redis is.';

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
    says: conditions.flatMap((condition) => lines(found, analysis, condition)),
    why: WHY,
    charts: [chart('faults.svg')],
    details: [
      `An open loop runs at 60 % of what one core computes, with a fault in the middle, on a freshly started service. ${format.thereWere(found.rounds, 'round')}. Each request carries an id and is accounted for: in each window, the columns from “answered” to “timed out” add up to “sent”. A request times out if it has no answer at its deadline. Unanswered are those that failed, were refused or timed out. Recovery is the time from the fault until no more request fails or is slow, in steps of a tenth of a second.`,
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
      COUNTS,
      wording.intervalNote(found.metrics),
    ],
  };
}

/** Leaves out a count that is zero in every round; any other count has its interval. */
function lines({ metrics }: FaultsAnalysis, { contestants }: Analysis, condition: Condition): string[] {
  const words = [
    ['errors', 'failed'],
    ['refused', 'refused'],
    ['lost', 'timed out'],
    ['duplicated', 'answered twice'],
    ['retaken', 'computed again'],
  ] as const;
  const each = contestants.flatMap(({ id, title }) => {
    const sent = findMetric(metrics, id, 'sent', condition);
    if (!sent) return [];
    const outcomes = words.flatMap(([name, word]) => {
      const metric = findMetric(metrics, id, name, condition);
      return metric && (metric.rounds ?? []).some((value) => value > 0)
        ? [`${format.integers(metric)} ${word}`]
        : [];
    });
    const recovery = findMetric(metrics, id, 'recovery', condition);
    const well = recovery ? `; recovered after ${showRecovery(metrics)(recovery)} ms` : '';
    const requests = `${format.integers(sent)} requests`;
    const what =
      outcomes.length > 0 ? `of ${requests}, ${outcomes.join(', ')}` : `all ${requests} answered, none twice`;
    return [`${title}: ${what}${well}`];
  });
  const name = names[String(condition.setting.fault)]?.[0] ?? '';
  return each.length > 0 ? [`With ${name}. ${each.join('. ')}`] : [];
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
