import { forestPlot } from '@cpu-bound/report/charts/forest';
import { intervalPanels } from '@cpu-bound/report/charts/intervals';
import { roundsStrip } from '@cpu-bound/report/charts/rounds';
import type { Chart } from '@cpu-bound/report/question';
import { input } from '@cpu-bound/study/format';
import type { Analysis, Condition } from '@cpu-bound/study/model';
import type { CapacityAnalysis } from './analyse.ts';

/** Draws the answer, the ratios behind the verdicts, and the rounds behind the ratios. */
export async function charts(found: CapacityAnalysis, analysis: Analysis): Promise<Chart[]> {
  const { metrics, comparisons } = found;
  const rates = metrics.filter(({ metric }) => metric === 'throughput');
  if (rates.length === 0) return [];
  const panel = ({ condition }: { condition: Condition }) => input(condition);
  // The limit belongs to the workload's own kernel. Faster code exceeds it, and would take up the whole axis.
  const others = analysis.contestants.flatMap(({ id, kernel }) => (kernel === undefined ? [] : [id]));
  const limited = metrics.filter(({ contestant }) => !others.includes(contestant));
  // The cost of computing requests from a file is not known.
  const limit = analysis.run.workload.requests ? undefined : 'limit';
  const title = 'Throughput of all pairs, with the margin of ±5 %';
  return [
    {
      file: 'capacity.svg',
      alt: `Throughput of each contestant with its interval${limit ? ', and the physical limit' : ''}`,
      svg: await intervalPanels(analysis, limited, {
        title: limit
          ? 'Throughput against the physical limit (dashed, with its interval)'
          : 'Throughput of each target',
        axis: 'verified answers per second',
        metric: 'throughput',
        ...(limit && { reference: limit }),
      }),
    },
    ...(comparisons.length > 0
      ? [
          {
            file: 'capacity-ratios.svg',
            alt: 'Ratios of throughput of all pairs with intervals and the margin band',
            svg: await forestPlot(analysis, comparisons, { title, margin: 0.05 }),
          },
        ]
      : []),
    {
      file: 'capacity-rounds.svg',
      alt: 'Throughput of each round',
      svg: await roundsStrip(analysis, rates, { title: 'Every round', unit: 'answers/s', panel }),
    },
  ];
}
