import { linesChart } from '@cpu-bound/report/charts/lines';
import type { Chart } from '@cpu-bound/report/question';
import { findMetric } from '@cpu-bound/study/analyse/look-up';
import { pairOf } from '@cpu-bound/study/analyse/pairs';
import { type Analysis, type Metric, sameCondition } from '@cpu-bound/study/model';
import type { TaskSizeAnalysis } from './analyse.ts';

/**
 * Draws throughput as a multiple of the baseline's over the size of a task; the dashed line is where they are equal.
 */
export async function charts(
  { metrics, comparisons }: TaskSizeAnalysis,
  analysis: Analysis,
): Promise<Chart[]> {
  const sizeOf = ({ condition }: Pick<Metric, 'condition'>) =>
    findMetric(metrics, 'kernel', 'kernel-ms', condition)?.estimate ?? Number.NaN;
  const rates = metrics.filter(({ metric }) => metric === 'throughput');
  const placed = rates.flatMap((rate): Metric[] => {
    const here = comparisons.filter((one) => sameCondition(one.condition, rate.condition));
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
