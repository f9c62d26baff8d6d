import { linesChart } from '@cpu-bound/report/charts/lines';
import { encodingOf } from '@cpu-bound/report/charts/palette';
import { header, renderSvg } from '@cpu-bound/report/charts/render';
import type { Chart } from '@cpu-bound/report/question';
import { load, windowLengths } from '@cpu-bound/study/format';
import type { Analysis } from '@cpu-bound/study/model';
import type { LatencyAnalysis } from './analyse.ts';
import { isLowOrHigh } from './section.ts';

/** Draws the tails at the low and the high rate, and p50, p90 and p99 over the rate if several rates were measured. */
export async function charts(found: LatencyAnalysis, analysis: Analysis): Promise<Chart[]> {
  return [...(await tails(found, analysis)), ...(await overRates(found, analysis))];
}

/** Draws the percentiles over those rates that are multiples of the throughput of the fastest contestant. */
async function overRates({ metrics }: LatencyAnalysis, analysis: Analysis): Promise<Chart[]> {
  const own = metrics.filter(
    ({ condition, metric }) => condition.setting.of === 'fastest' && /^latency-p(50|90|99)$/.test(metric),
  );
  if (new Set(own.map(({ condition }) => condition.setting.load)).size < 2) return [];
  const svg = await linesChart(analysis, own, {
    title: 'Latency over the request rate',
    x: ({ condition }) => (condition.setting.load ?? 0) * 100,
    xTitle: 'request rate (% of the throughput of the fastest)',
    yTitle: `ms, typical ${windowLengths(own)} window`,
    panel: ({ metric }) => metric.replace('latency-', ''),
  });
  return [{ file: 'latency-over-rate.svg', alt: 'Latency percentiles over the request rate', svg }];
}

/** Draws the tail on an axis of 1/(1−p), on which each further nine takes the same room, with bands. */
async function tails({ curves: tailCurves, metrics }: LatencyAnalysis, analysis: Analysis): Promise<Chart[]> {
  const two = tailCurves.filter(({ condition }) => isLowOrHigh(condition));
  const lengths = windowLengths(metrics.filter(({ condition }) => isLowOrHigh(condition)));
  const values = two.flatMap(({ contestant, condition, points }) =>
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
    title: 'percentile of a window; a line ends where a window has too few samples',
    scale: { type: 'log', domainMin: 2 },
    axis: { values: [2, 10, 100, 1000], labelExpr: percentile },
  };
  const scale = { type: 'log', nice: false, padding: 8 };
  const y = {
    field: 'estimate',
    type: 'quantitative',
    title: `typical ${lengths} window (ms, logarithmic)`,
    scale,
  };
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
  });
  return [{ file: 'latency.svg', alt: 'Latency percentiles of each contestant, with intervals', svg }];
}
