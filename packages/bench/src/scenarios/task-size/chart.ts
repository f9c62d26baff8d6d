import type { Analysis, Metric } from '../../model.ts';
import { linesChart } from '../../report/charts/lines.ts';
import { findMetric } from '../../report/metric-table.ts';
import type { Chart } from '../scenario.ts';

/** Throughput as a multiple of the baseline's over the size of a task; the dashed line is where they are even. */
export async function taskSizeCharts(analysis: Analysis): Promise<Chart[]> {
  const { metrics = [], comparisons = [] } = analysis.scenarios['task-size'] ?? {};
  const ratios = comparisons
    .filter(({ metric }) => metric === 'throughput')
    .map(
      ({ contestant, condition, ratio }): Metric => ({
        contestant,
        metric: 'ratio',
        unit: '',
        condition,
        ...ratio,
      }),
    );
  const sizeOf = ({ condition }: Metric) =>
    findMetric(metrics, 'kernel', 'kernel-ms', condition)?.estimate ?? Number.NaN;
  const placed = ratios.filter((ratio) => Number.isFinite(sizeOf(ratio)));
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
