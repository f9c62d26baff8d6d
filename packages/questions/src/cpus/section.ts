import type { Page, Section } from '@cpu-bound/report/question';
import { type Column, matrixTable, NOTHING } from '@cpu-bound/report/tables/metric-table';
import { pairsTable } from '@cpu-bound/report/tables/sentences';
import { conditionsIn, named } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import { intervalChart } from '../charts.ts';
import type { WithRounds } from '../measures.ts';
import { coresName } from './analyse.ts';

const WHY =
  'One core computes one task at a time, so more workers add no throughput; an event loop beside the tasks still gets its turn. Under a quota all threads stop together ([Linux: cgroup v2](https://docs.kernel.org/admin-guide/cgroup-v2.html#cpu)).';

const columns: readonly Column[] = [
  { title: 'answers/s', metric: 'throughput' },
  { title: '/hello p50 (ms)', metric: 'hello-p50' },
  { title: 'workers that answered', metric: 'workers-used', show: format.integers },
  { title: 'memory (MiB)', metric: 'memory', show: format.mebibytes },
  { title: 'peak of resident memory (MiB)', metric: 'rss-peak', show: format.mebibytes },
];

/** Shows throughput and light requests on fewer cores, in tables. */
export function section(found: WithRounds, { analysis, chart }: Page): Section {
  const conditions = conditionsIn(named(found.metrics, 'throughput'));
  if (conditions.length === 0) return NOTHING;
  return {
    says: [],
    why: WHY,
    charts: [chart('cpus.svg')],
    details: [
      matrixTable(analysis, found, conditions, { name: coresName, columns }),
      ...conditions.map((condition) => pairsTable(analysis, found, 'throughput', condition)),
    ],
  };
}

/** Draws the answers per second on each number of cores. */
export const charts = ({ metrics }: WithRounds, analysis: Analysis) =>
  intervalChart(analysis, named(metrics, 'throughput'), {
    file: 'cpus.svg',
    alt: 'Throughput of each contestant on each number of cores',
    title: 'Answers per second on fewer cores',
    axis: 'answers/s',
    panel: ({ condition }) => coresName(condition),
  });
