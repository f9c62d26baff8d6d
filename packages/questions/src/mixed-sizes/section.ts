import type { Page, Section } from '@cpu-bound/report/question';
import { metricTable, NOTHING } from '@cpu-bound/report/tables/metric-table';
import { findings, pairsTable } from '@cpu-bound/report/tables/sentences';
import * as format from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { intervalChart } from '../charts.ts';
import { percentileColumns } from '../columns.ts';
import { type MixedSizesAnalysis, partsOf } from './analyse.ts';

const WHY =
  'A small task waits behind a large one if both are in one queue with one worker. A cluster chooses the process before it knows the size ([Node.js: how cluster works](https://nodejs.org/api/cluster.html#how-it-works)); a pool gives the next task to the next idle thread ([Piscina](https://github.com/piscinajs/piscina#readme)).';

const columns = percentileColumns('latency', 'p50', 'p90', 'p99');

/** Reports small and large tasks, each with separate findings. */
export function section(found: MixedSizesAnalysis, { analysis, chart }: Page): Section {
  const parts = partsOf(found);
  if (parts.length === 0) return NOTHING;
  const inputs = parts.map((condition) => `${condition.setting.part} ${wording.input(condition)}`).join(', ');
  return {
    says: parts.flatMap((condition) =>
      findings(analysis, found, 'latency-p90', condition, { what: `${condition.setting.part}-task p90` }),
    ),
    why: WHY,
    charts: [chart('mixed-sizes.svg')],
    details: [
      `An open loop sends about ${found.perSecond} req/s for ${found.seconds} s. 95 % of the tasks are small and 5 % are large (${inputs}), drawn at random. ${format.thereWere(found.rounds, 'round')}. In kernel time, this is half of the work that the slowest main contestant completes when saturated.`,
      ...parts.flatMap((condition) => [
        `**${condition.setting.part}** — ${wording.input(condition)}\n\n${metricTable(analysis, found, condition, columns, 'latency-p90')}`,
        pairsTable(analysis, found, 'latency-p90', condition),
      ]),
      `${wording.intervalNote(found.metrics)} The verdict is on p90. A percentile is left out of windows with too few samples: a p90 takes 20, a p99 takes 100.`,
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
