import { linesChart } from '@cpu-bound/report/charts/lines';
import type { Chart, Page, Section } from '@cpu-bound/report/question';
import { type Column, matrixTable, NOTHING } from '@cpu-bound/report/tables/metric-table';
import { listed, pairsTable } from '@cpu-bound/report/tables/sentences';
import { findMetric, named } from '@cpu-bound/study/analyse/look-up';
import { pairOf, pairsUnder } from '@cpu-bound/study/analyse/pairs';
import * as format from '@cpu-bound/study/format';
import type { Analysis, Condition, Metric } from '@cpu-bound/study/model';
import * as wording from '@cpu-bound/study/wording';
import { alsoFor } from '../columns.ts';
import type { WithRounds } from '../measures.ts';
import { breakEvens, payOffs, sizeName, sizesIn } from './analyse.ts';

const WHY =
  'A hand-over costs about the same for each task, whatever its size. It pays off once a task takes much longer than the hand-over.';

const columns: readonly Column[] = [
  { title: 'answers/s', metric: 'throughput' },
  { title: 'CPU ms/request', metric: 'cpu-ms-per-request' },
  { title: 'overhead CPU ms', metric: 'overhead-ms' },
];

/** Reports the size from which on each strategy pays off, with the curve and the tables. */
export function section(found: WithRounds, { analysis, chart }: Page): Section {
  const conditions = sizesIn(found);
  if (conditions.length === 0) return NOTHING;
  const { baseline } = analysis.run;
  const toBaseline = (contestant: string, condition: Condition) => {
    const pair = pairOf(pairsUnder(found.comparisons, 'throughput', condition), contestant, baseline);
    return pair && `${format.ratio(pair.ratio)} ${wording.verdictWords[pair.verdict]}`;
  };
  return {
    says: [...extremes(found, conditions, analysis), ...payOffs(found, analysis)],
    why: WHY,
    charts: [chart('task-size.svg')],
    details: [
      matrixTable(analysis, found, conditions, {
        name: (condition) => sizeName(found, condition),
        columns,
        more: { title: 'against the baseline', show: toBaseline },
      }),
      ...conditions.flatMap((condition) =>
        alsoFor(sizeName(found, condition), pairsTable(analysis, found, 'throughput', condition)),
      ),
    ],
  };
}

/** Compares each strategy's throughput with the baseline's, for the smallest and the largest tasks. */
function extremes(found: WithRounds, conditions: readonly Condition[], analysis: Analysis): string[] {
  const [smallest, largest] = [conditions.at(0), conditions.at(-1)];
  const { baseline } = analysis.run;
  return breakEvens(found, analysis).flatMap(({ contestant }) => {
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

/**
 * Draws throughput as a multiple of the baseline's over the size of a task; the dashed line is where they are equal.
 */
export async function charts({ metrics, comparisons }: WithRounds, analysis: Analysis): Promise<Chart[]> {
  const sizeOf = ({ condition }: Pick<Metric, 'condition'>) =>
    findMetric(metrics, 'kernel', 'kernel-ms', condition)?.estimate ?? Number.NaN;
  const rates = named(metrics, 'throughput');
  const placed = rates.flatMap((rate): Metric[] => {
    const here = pairsUnder(comparisons, 'throughput', rate.condition);
    const pair = pairOf(here, rate.contestant, analysis.run.baseline);
    return pair && Number.isFinite(sizeOf(rate)) ? [{ ...rate, ...pair.ratio }] : [];
  });
  if (placed.length === 0) return [];
  const sizes = placed.map(sizeOf);
  const svg = await linesChart(analysis, placed, {
    title: `From which size on does it pay? Throughput ÷ that of ${analysis.run.baseline}`,
    x: sizeOf,
    xTitle: 'size of a task: kernel time (ms, logarithmic)',
    yTitle: 'ratio',
    xScale: 'log',
    reference: [Math.min(...sizes), Math.max(...sizes)].map((x) => ({ x, y: 1 })),
  });
  return [{ file: 'task-size.svg', alt: 'Throughput ratio to the baseline over the size of a task', svg }];
}
