import { pairsUnder } from '../../analyse/pairs.ts';
import type { Analysis, Condition } from '../../model.ts';
import { besideTheory } from '../../report/beside-theory.ts';
import * as format from '../../report/format.ts';
import { type Column, conditionsIn, findMetric, metricTable, NOTHING } from '../../report/metric-table.ts';
import { claimLine, pairsTable } from '../../report/sentences.ts';
import { table } from '../../report/table.ts';
import type { Page, Section } from '../scenario.ts';
import type { MixedSizesAnalysis } from './analysis.ts';

const columns: readonly Column[] = [
  { title: 'p50 (ms)', metric: 'latency-p50' },
  { title: 'p90 (ms)', metric: 'latency-p90' },
  { title: 'p99 (ms)', metric: 'latency-p99' },
];

export const partsOf = ({ metrics }: MixedSizesAnalysis): Condition[] =>
  conditionsIn(metrics).filter(({ setting }) => setting.part !== undefined);

/** The small and the large apart, and the predicted waits. */
export function mixedSizesSection(found: MixedSizesAnalysis, { analysis, chart }: Page): Section {
  const parts = partsOf(found);
  if (parts.length === 0) return NOTHING;
  const inputs = parts.map((condition) => `${condition.setting.part} ${format.input(condition)}`).join(', ');
  const pairs = (condition: Condition) => pairsUnder(found.comparisons, 'latency-p90', condition);
  return {
    says: parts.flatMap((condition) =>
      claimLine(
        analysis,
        `The ${condition.setting.part} ones`,
        pairs(condition),
        (ratio) => `takes ${ratio} times as long (p90) as`,
      ),
    ),
    charts: [chart('mixed-sizes.svg')],
    details: [
      `Open loop of about ${found.perSecond} req/s, 95 % small and 5 % large tasks (${inputs}), each arrival drawing its size; ${found.seconds} s, ${format.count(found.rounds, 'round')}. The rate is as much work as half of the throughput of the slowest main contestant, by the kernel's times.`,
      '**Predicted.** Behind one shared queue a small task waits only when every worker is busy; pinned to a worker it waits whenever that one has a large task, though the others are idle. So the tail of the small ones is shortest with a pool or a job queue.',
      ...parts.flatMap((condition) => [
        `**${condition.setting.part}** — ${format.input(condition)}\n\n${metricTable(analysis, found, condition, columns, 'latency-p90')}`,
        pairsTable(analysis, pairs(condition)),
      ]),
      `${format.intervalNote(found.metrics)} The verdict is on p90. A percentile is left out where fewer than 20 samples lie beyond it.`,
    ],
    theory: theory(found, analysis),
  };
}

/** What the small ones waited on average, beside the wait that the model predicts. */
function theory({ metrics, models }: MixedSizesAnalysis, { contestants }: Analysis): string {
  const rows = contestants.flatMap(({ id, title }) => {
    const observed = findMetric(metrics, id, 'small-wait');
    if (!observed) return [];
    const predicted = findMetric(metrics, id, 'predicted-wait');
    return [[title, models[id] ?? '', ...besideTheory(observed, predicted)]];
  });
  return `The mean time of a small task beyond the kernel's own, and the mean wait that the model named beforehand gives for this mix; the residual holds HTTP and dispatch too.\n\n${table(['mean wait of a small task (ms)', 'model', 'observed', 'predicted', 'residual'], rows)}`;
}
