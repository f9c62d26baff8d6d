import { intervalPanels } from '@cpu-bound/report/charts/intervals';
import type { Chart } from '@cpu-bound/report/question';
import type { Analysis } from '@cpu-bound/study/model';
import type { OverloadAnalysis } from './analyse.ts';
import { nameOf } from './words.ts';

/** Draws the answers during the overload, and the time that clients wait for them. */
export async function charts({ metrics }: OverloadAnalysis, analysis: Analysis): Promise<Chart[]> {
  const metricsOf = (metric: string) => metrics.filter((one) => one.metric === metric);
  const [goodput, waits] = [metricsOf('goodput'), metricsOf('wait-p50')];
  if (goodput.length === 0) return [];
  const panel = ({ condition }: (typeof goodput)[number]) => nameOf(condition);
  return [
    {
      file: 'overload.svg',
      alt: 'Answers per second under overload',
      svg: await intervalPanels(analysis, goodput, {
        title: 'What still gets through when too much is asked',
        axis: 'right answers per second',
        panel,
      }),
    },
    ...(waits.length > 0
      ? [
          {
            file: 'overload-waits.svg',
            alt: 'Median latency of answered requests under overload',
            svg: await intervalPanels(analysis, waits, {
              title: 'How long answered requests waited',
              axis: 'median latency of answered requests (ms)',
              panel,
            }),
          },
        ]
      : []),
  ];
}
