import type { Analysis, Metric } from '../../model.ts';
import { intervalPanels } from '../../report/charts/intervals.ts';
import { linesChart } from '../../report/charts/lines.ts';
import { encodingOf } from '../../report/charts/palette.ts';
import { header, renderSvg } from '../../report/charts/render.ts';
import { load } from '../../report/format.ts';
import type { Chart } from '../scenario.ts';
import type { LatencyAnalysis } from './analysis.ts';

/** The tails at the shared loads, and the percentiles over each contestant's own load. */
export async function latencyCharts(found: LatencyAnalysis, analysis: Analysis): Promise<Chart[]> {
  return [...(await tails(found, analysis)), ...(await overOwnLoad(found, analysis))];
}

async function overOwnLoad({ metrics }: LatencyAnalysis, analysis: Analysis): Promise<Chart[]> {
  const own = metrics.filter(
    ({ condition, metric }) => condition.setting.of === 'own' && /^latency-p(50|90|99)$/.test(metric),
  );
  if (own.length === 0) return [];
  const panel = ({ metric }: Metric) => metric.replace('latency-', '');
  const loads = new Set(own.map(({ condition }) => condition.setting.load));
  const alt = "Latency percentiles over each one's own load";
  if (loads.size === 1) {
    const [first] = own;
    const svg = await intervalPanels(analysis, own, {
      title: `Latency at ${first ? load(first.condition) : ''}`,
      axis: 'ms',
      panel,
    });
    return [{ file: 'latency-own.svg', alt, svg }];
  }
  const svg = await linesChart(analysis, own, {
    title: "Latency over the load, as a share of each one's own capacity",
    x: ({ condition }) => (condition.setting.load ?? 0) * 100,
    xTitle: "offered load (% of each one's own capacity)",
    yTitle: 'ms',
    panel,
  });
  return [{ file: 'latency-own.svg', alt, svg }];
}

/** The tail on an axis of 1/(1−p), on which each further nine takes the same room, with bands. */
async function tails({ curves }: LatencyAnalysis, analysis: Analysis): Promise<Chart[]> {
  const values = curves.flatMap(({ contestant, condition, points }) =>
    points.map(({ p, estimate, low, high }) => ({
      contestant,
      load: load(condition),
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
  const scale = { type: 'log', nice: false, padding: 8 };
  const y = { field: 'estimate', type: 'quantitative', title: 'latency (ms, logarithmic)', scale };
  const svg = await renderSvg({
    title: 'Latency from the intended time',
    data: { values },
    facet: { row: { field: 'load', type: 'nominal', title: null, header } },
    spec: {
      width: 560,
      height: 190,
      layer: [
        {
          mark: { type: 'area', opacity: 0.18 },
          encoding: { x, y: { ...y, field: 'low' }, y2: { field: 'high' }, color },
        },
        { mark: { type: 'line', strokeWidth: 2 }, encoding: { x, y, color } },
        { mark: { type: 'point', filled: true, size: 35, opacity: 1 }, encoding: { x, y, color, shape } },
      ],
    },
  } as never);
  return [{ file: 'latency.svg', alt: 'Latency percentiles of each contestant, with intervals', svg }];
}
