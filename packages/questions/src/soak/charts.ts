import { linesChart } from '@cpu-bound/report/charts/lines';
import type { Chart } from '@cpu-bound/report/question';
import type { Analysis, Metric } from '@cpu-bound/study/model';
import type { SoakAnalysis } from './analyse.ts';

const MIB = 2 ** 20;
const MINUTE_S = 60;
const LATENCY = 'p50, ms';
const MEMORY = 'peak memory, MiB';

/** Draws each window's median latency and memory over time. */
export async function charts({ each }: SoakAnalysis, analysis: Analysis): Promise<Chart[]> {
  const points = each.flatMap(({ contestant, windows }) =>
    windows.flatMap(({ atS, p50, rssBytes }) => {
      const point = (panel: string | undefined, value: number) => ({
        minute: atS / MINUTE_S,
        panel: panel ?? '',
        metric: metric(contestant, value),
      });
      return [point(LATENCY, p50), ...(rssBytes === undefined ? [] : [point(MEMORY, rssBytes / MIB)])];
    }),
  );
  if (points.length === 0) return [];
  const pointOf = new Map(points.map((point) => [point.metric, point]));
  const svg = await linesChart(
    analysis,
    points.map((point) => point.metric),
    {
      title: 'Each window over the time of the soak',
      x: (one) => pointOf.get(one)?.minute ?? 0,
      xTitle: 'minutes',
      yTitle: 'of a window',
      yScale: 'log',
      panel: (one) => pointOf.get(one)?.panel ?? '',
    },
  );
  return [{ file: 'soak.svg', alt: 'Latency and memory of each window over the time of the soak', svg }];
}

/** A window is a single number, so it has no interval. */
const metric = (contestant: string, value: number): Metric => ({
  contestant,
  metric: 'latency-p50',
  unit: '',
  condition: { input: {}, setting: {} },
  estimate: value,
  low: value,
  high: value,
  level: 1,
  n: 1,
  indicative: false,
});
