import type { Page, Section } from '@cpu-bound/report/question';
import { metricTable, NOTHING } from '@cpu-bound/report/tables/metric-table';
import { pairsTable } from '@cpu-bound/report/tables/sentences';
import type { Analysis } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { intervalChart } from '../charts.ts';
import { percentileColumns } from '../columns.ts';
import { type MixedSizesAnalysis, partsOf } from './analyse.ts';

const WHY =
  'A cluster chooses the process before it knows the size of the task ([Node.js: how cluster works](https://nodejs.org/api/cluster.html#how-it-works)). A pool gives the next task to the next idle thread ([Piscina](https://github.com/piscinajs/piscina#readme)).';

const columns = percentileColumns('latency', 'p50', 'p90', 'p99');

/** Shows small and large tasks, each in a table. */
export function section(found: MixedSizesAnalysis, { analysis, chart }: Page): Section {
  const parts = partsOf(found);
  if (parts.length === 0) return NOTHING;
  return {
    says: [],
    why: WHY,
    charts: [chart('mixed-sizes.svg')],
    details: [
      ...parts.flatMap((condition) => [
        `**${condition.setting.part}** — ${wording.input(condition)}\n\n${metricTable(analysis, found, condition, columns, 'latency-p90')}`,
        pairsTable(analysis, found, 'latency-p90', condition),
      ]),
    ],
  };
}

/** Draws the percentiles of the small tasks. */
export const charts = ({ metrics }: MixedSizesAnalysis, analysis: Analysis) =>
  intervalChart(
    analysis,
    metrics.filter(
      ({ condition, metric }) => condition.setting.part === 'small' && metric.startsWith('latency-p'),
    ),
    {
      file: 'mixed-sizes.svg',
      alt: 'Latency percentiles of the small tasks of a mix',
      title: 'How long the small ones wait behind the large',
      axis: 'latency of the small tasks (ms)',
      panel: ({ metric }) => metric.replace('latency-', ''),
    },
  );
