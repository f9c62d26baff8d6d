import type { Chart, Page, Section } from '@cpu-bound/report/question';
import { type Column, metricTable, NOTHING } from '@cpu-bound/report/tables/metric-table';
import { pairsTable } from '@cpu-bound/report/tables/sentences';
import { conditionsIn, named } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Metric } from '@cpu-bound/study/model';
import { intervalChart } from '../charts.ts';
import { showRecovery } from '../columns.ts';
import { type OverloadAnalysis, overloadName } from './analyse.ts';

const WHY =
  'A service has to refuse early, which it can only while its event loop is free. A limit on requests that wait keeps answers timely ([SRE book: handling overload](https://sre.google/sre-book/handling-overload/)).';

const columnsOf = ({ metrics }: OverloadAnalysis): readonly Column[] => [
  { title: 'answers/s', metric: 'goodput' },
  { title: 'p50 of answered requests (ms)', metric: 'wait-p50' },
  { title: 'refused', metric: 'shed', show: format.percent },
  { title: 'p99 of a refusal (ms)', metric: 'shed-p99' },
  { title: 'failed or unanswered', metric: 'errors', show: format.integers },
  { title: 'peak resident MiB', metric: 'rss-peak', show: format.mebibytes },
  { title: 'recovery (ms)', metric: 'recovery', show: showRecovery(metrics) },
];

/** Shows how many requests were answered and how soon, in tables. */
export function section(found: OverloadAnalysis, { analysis, chart }: Page): Section {
  const conditions = conditionsIn(found.metrics);
  if (conditions.length === 0) return NOTHING;
  return {
    says: [],
    why: WHY,
    charts: [chart('overload.svg'), chart('overload-waits.svg')],
    details: [
      ...conditions.flatMap((condition) => [
        `**${overloadName(condition)}**\n\n${metricTable(analysis, found, condition, columnsOf(found), 'goodput')}`,
        pairsTable(analysis, found, 'goodput', condition),
      ]),
    ],
  };
}

/** Draws the answers during the overload, and the time that clients wait for them. */
export async function charts({ metrics }: OverloadAnalysis, analysis: Analysis): Promise<Chart[]> {
  const goodput = named(metrics, 'goodput');
  if (goodput.length === 0) return [];
  const panel = ({ condition }: Metric) => overloadName(condition);
  return [
    ...(await intervalChart(analysis, goodput, {
      file: 'overload.svg',
      alt: 'Answers per second under overload',
      title: 'What still gets through when too much is asked',
      axis: 'right answers per second',
      panel,
    })),
    ...(await intervalChart(analysis, named(metrics, 'wait-p50'), {
      file: 'overload-waits.svg',
      alt: 'Median latency of answered requests under overload',
      title: 'How long answered requests waited',
      axis: 'median latency of answered requests (ms)',
      panel,
    })),
  ];
}
