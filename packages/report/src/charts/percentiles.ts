import type { Analysis, Metric } from '@cpu-bound/study/model';
import { encodingOf } from './palette.ts';
import { header, renderSvg } from './render.ts';

/** Draws percentiles side by side on a logarithmic axis, with a panel for each condition. */
export async function percentilesChart(
  analysis: Analysis,
  metrics: readonly Metric[],
  options: { readonly title: string; readonly axis: string; readonly panel: (metric: Metric) => string },
): Promise<string> {
  const values = metrics.map((figure) => ({
    contestant: figure.contestant,
    percentile: figure.metric.replace(/^.*-/, ''),
    load: options.panel(figure),
    estimate: figure.estimate,
    low: figure.low,
    high: figure.high,
  }));
  const panels = [...new Set(values.map(({ load }) => load))];
  const { order, color, shape } = encodingOf(analysis, values, 'legend');
  const x = {
    field: 'estimate',
    type: 'quantitative',
    title: options.axis,
    scale: { type: 'log', nice: false, padding: 12 },
  };
  const y = { field: 'percentile', type: 'nominal', title: null, sort: ['p50', 'p90', 'p99', 'p99.9'] };
  const yOffset = { field: 'contestant', sort: order };
  return renderSvg({
    title: options.title,
    data: { values },
    facet: { row: { field: 'load', type: 'nominal', title: null, sort: panels, header } },
    spec: {
      width: 560,
      height: { step: 12, for: 'offset' },
      layer: [
        {
          mark: { type: 'rule', strokeWidth: 3 },
          encoding: { x: { ...x, field: 'low' }, x2: { field: 'high' }, y, yOffset, color },
        },
        {
          mark: { type: 'point', filled: true, size: 80, opacity: 1 },
          encoding: { x, y, yOffset, color, shape },
        },
      ],
    },
  });
}
