import { linesChart } from '@cpu-bound/report/charts/lines';
import type { Chart, Page, Section } from '@cpu-bound/report/question';
import { type Column, matrixTable, NOTHING } from '@cpu-bound/report/tables/metric-table';
import { conditionsIn, named } from '@cpu-bound/study/analyse/look-up';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import type { WithExtent } from '../measures.ts';
import { scaling, thoseWithWorkers } from './analyse.ts';

const WHY =
  'Workers beyond the cores share them. [`os.availableParallelism()`](https://nodejs.org/api/os.html#osavailableparallelism) counts the cores that a process may use; two hardware threads of one core share its arithmetic units.';

const columns: readonly Column[] = [
  { title: 'answers/s', metric: 'throughput' },
  { title: '× one worker', metric: 'speed-up', show: format.ratio },
  { title: 'memory (MiB)', metric: 'memory', show: format.mebibytes },
  { title: 'peak of resident memory (MiB)', metric: 'rss-peak', show: format.mebibytes },
  { title: 'start-up (ms)', metric: 'startup' },
];

/** Reports whether each contestant scaled to the cores, with the tables. */
export function section(found: WithExtent, { analysis, chart }: Page): Section {
  const rates = named(found.metrics, 'throughput');
  const conditions = conditionsIn(rates);
  if (conditions.length === 0) return NOTHING;
  const withWorkers = thoseWithWorkers(found, analysis);
  return {
    says: scaling(found, analysis),
    why: WHY,
    charts: [chart('workers.svg')],
    details: [
      matrixTable(withWorkers, found, conditions, {
        name: ({ setting }) => format.count(setting.workers ?? 0, 'worker'),
        columns,
      }),
    ],
  };
}

/** Draws the speed-up over the number of workers; the dashed line is ideal up to the cores and flat beyond. */
export async function charts(found: WithExtent, analysis: Analysis): Promise<Chart[]> {
  const metrics = named(found.metrics, 'speed-up');
  if (metrics.length === 0) return [];
  const { cores } = analysis.environment;
  const counts = [...new Set([...metrics.map(({ condition }) => condition.setting.workers ?? 0), cores])];
  const svg = await linesChart(analysis, metrics, {
    title: 'Speed-up over the number of workers, ideal dashed',
    x: ({ condition }) => condition.setting.workers ?? 0,
    xTitle: 'workers',
    yTitle: '× the throughput of one worker',
    reference: counts.sort((a, b) => a - b).map((workers) => ({ x: workers, y: Math.min(workers, cores) })),
  });
  return [{ file: 'workers.svg', alt: 'Speed-up of each contestant over its number of workers', svg }];
}
