import type { Page, Section } from '@cpu-bound/report/question';
import { type Column, matrixTable, NOTHING } from '@cpu-bound/report/tables/metric-table';
import { listed, pairsTable } from '@cpu-bound/report/tables/sentences';
import { pairOf, pairsUnder } from '@cpu-bound/study/analyse/pairs';
import * as format from '@cpu-bound/study/format';
import type { Condition } from '@cpu-bound/study/model';
import type { TaskSizeAnalysis } from './analyse.ts';
import { payOffs, sizeName, sizesIn } from './words.ts';

/** The mechanism behind the findings. */
const WHY =
  'A hand-over costs about the same for each task, whatever its size. It pays off once a task takes much longer than the hand-over.';

const columns: readonly Column[] = [
  { title: 'answers/s', metric: 'throughput' },
  { title: 'CPU ms/request', metric: 'cpu-ms-per-request' },
  { title: 'overhead CPU ms', metric: 'overhead-ms' },
];

/** Reports the size from which on each strategy pays off, with the curve and the tables. */
export function section(found: TaskSizeAnalysis, { analysis, chart }: Page): Section {
  const conditions = sizesIn(found);
  if (conditions.length === 0) return NOTHING;
  const { baseline } = analysis.run;
  const toBaseline = (contestant: string, condition: Condition) => {
    const pair = pairOf(pairsUnder(found.comparisons, 'throughput', condition), contestant, baseline);
    return pair && `${format.ratio(pair.ratio)} ${format.verdict(pair)}`;
  };
  return {
    says: [...extremes(found, conditions, baseline), ...payOffs(found)],
    why: WHY,
    charts: [chart('task-size.svg')],
    details: [
      `A closed loop runs for each size, and longer for larger ones. ${format.thereWere(found.rounds, 'round')}. The overhead is the CPU time per request of the service and Redis, minus the kernel's in the same block. With the smallest tasks the load generator also needs much CPU time, which limits the throughput.`,
      matrixTable(analysis, found, conditions, {
        name: (condition) => sizeName(found, condition),
        columns,
        more: { title: 'against the baseline', show: toBaseline },
      }),
      ...conditions.flatMap((condition) => [
        `**${sizeName(found, condition)}** — ${condition.setting.connections} connections`,
        pairsTable(analysis, pairsUnder(found.comparisons, 'throughput', condition)),
      ]),
      format.intervalNote(found.metrics),
    ],
  };
}

/** Compares each strategy's throughput with the baseline's, for the smallest and the largest tasks. */
function extremes(found: TaskSizeAnalysis, conditions: readonly Condition[], baseline: string): string[] {
  const [smallest, largest] = [conditions.at(0), conditions.at(-1)];
  return found.breakEven.flatMap(({ contestant }) => {
    const each = [...new Set([smallest, largest])].flatMap((condition) => {
      if (!condition) return [];
      const pair = pairOf(pairsUnder(found.comparisons, 'throughput', condition), contestant, baseline);
      return pair ? [{ ratio: pair.ratio, size: sizeName(found, condition) }] : [];
    });
    const ratios = each.map(
      ({ ratio, size }, index) =>
        `${format.times(ratio.estimate)}× ${index === 0 ? `the throughput of ${baseline} ` : ''}${format.ratioBounds(ratio)} with ${size}`,
    );
    return ratios.length > 0 ? [`${contestant}: ${listed(ratios)}`] : [];
  });
}
