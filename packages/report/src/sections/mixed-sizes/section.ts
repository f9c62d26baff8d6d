import { pairsUnder } from '@cpu-bound/study/analyse/pairs';
import * as format from '@cpu-bound/study/format';
import type { Condition } from '@cpu-bound/study/model';
import type { MixedSizesAnalysis } from '@cpu-bound/study/scenarios/mixed-sizes/analysis';
import { partsOf } from '@cpu-bound/study/scenarios/mixed-sizes/parts';
import { type Column, metricTable, NOTHING } from '../../tables/metric-table.ts';
import { findings, pairsTable } from '../../tables/sentences.ts';
import type { Page, Section } from '../section.ts';

const columns: readonly Column[] = [
  { title: 'p50 (ms)', metric: 'latency-p50' },
  { title: 'p90 (ms)', metric: 'latency-p90' },
  { title: 'p99 (ms)', metric: 'latency-p99' },
];

/** The small and the large apart. */
export function mixedSizesSection(found: MixedSizesAnalysis, { analysis, chart }: Page): Section {
  const parts = partsOf(found);
  if (parts.length === 0) return NOTHING;
  const inputs = parts.map((condition) => `${condition.setting.part} ${format.input(condition)}`).join(', ');
  const pairs = (condition: Condition) => pairsUnder(found.comparisons, 'latency-p90', condition);
  return {
    says: parts.flatMap((condition) =>
      findings(analysis, pairs(condition), { what: `p90 of ${condition.setting.part} tasks` }),
    ),
    charts: [chart('mixed-sizes.svg')],
    details: [
      `Open loop of about ${found.perSecond} req/s, 95 % small and 5 % large tasks (${inputs}), each arrival drawing its size; ${found.seconds} s, ${format.count(found.rounds, 'round')}. The rate is as much work as half of the throughput of the slowest main contestant, by the kernel's times.`,
      ...parts.flatMap((condition) => [
        `**${condition.setting.part}** — ${format.input(condition)}\n\n${metricTable(analysis, found, condition, columns, 'latency-p90')}`,
        pairsTable(analysis, pairs(condition)),
      ]),
      `${format.intervalNote(found.metrics)} The verdict is on p90. A percentile is left out where fewer than 20 samples lie beyond it.`,
    ],
  };
}
