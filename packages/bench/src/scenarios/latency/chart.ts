import type { Analysis } from '../../model.ts';
import { linesChart } from '../../report/charts/lines.ts';
import { encodingOf } from '../../report/charts/palette.ts';
import { header, renderSvg } from '../../report/charts/render.ts';
import type { Chart } from '../scenario.ts';

/** The tails at the shared loads, and the percentiles up to each contestant's own knee. */
export async function latencyCharts(analysis: Analysis): Promise<Chart[]> {
  return [...(await tails(analysis)), ...(await knee(analysis))];
}

async function knee(analysis: Analysis): Promise<Chart[]> {
  const metrics = (analysis.scenarios.latency?.metrics ?? []).filter(
    ({ condition, metric }) => condition.ownLoad !== undefined && /^latency-p(50|90|99)$/.test(metric),
  );
  if (metrics.length === 0) return [];
  const svg = await linesChart(analysis, metrics, {
    title: "Latency up to each contestant's own knee",
    x: ({ condition }) => Number(condition.ownLoad) * 100,
    xTitle: 'offered load (% of its own capacity)',
    yTitle: 'ms',
    yScale: 'log',
    panel: ({ metric }) => metric.replace('latency-', ''),
  });
  return [{ file: 'latency-knee.svg', alt: 'Latency percentiles against the load, up to the capacity', svg }];
}

/** The tail on an axis of 1/(1−p), on which each further nine takes the same room, with bands. */
async function tails(analysis: Analysis): Promise<Chart[]> {
  const values = (analysis.scenarios.latency?.curves ?? []).flatMap(({ contestant, condition, points }) =>
    points.map(({ p, estimate, low, high }) => ({
      contestant,
      load: `${Math.round(Number(condition.load) * 100)} % of the slowest one's capacity`,
      oneIn: 1 / (1 - p),
      estimate,
      low,
      high,
    })),
  );
  if (values.length === 0) return [];
  const { color, shape } = encodingOf(analysis, values, 'legend');
  const percentile =
    "datum.value <= 1 ? 'p0' : datum.value == 2 ? 'p50' : 'p' + format((1 - 1 / datum.value) * 100, '.4~g')";
  const x = {
    field: 'oneIn',
    type: 'quantitative',
    title: 'percentile; a line ends where fewer than 20 samples lie beyond it',
    scale: { type: 'log', domainMin: 2 },
    axis: { values: [2, 10, 100, 1000], labelExpr: percentile },
  };
  const y = { field: 'estimate', type: 'quantitative', title: 'latency (ms)', scale: { type: 'log' } };
  const svg = await renderSvg({
    title: 'Latency from the intended time',
    data: { values },
    facet: {
      row: {
        field: 'load',
        type: 'nominal',
        title: null,
        header,
      },
    },
    spec: {
      width: 560,
      height: 190,
      layer: [
        {
          mark: { type: 'area', opacity: 0.18 },
          encoding: {
            x,
            y: { ...y, field: 'low' },
            y2: { field: 'high' },
            color,
          },
        },
        { mark: { type: 'line', strokeWidth: 2 }, encoding: { x, y, color } },
        { mark: { type: 'point', filled: true, size: 35, opacity: 1 }, encoding: { x, y, color, shape } },
      ],
    },
  } as never);
  return [
    {
      file: 'latency.svg',
      alt: 'Latency percentiles of each contestant at each load, with intervals',
      svg,
    },
  ];
}
