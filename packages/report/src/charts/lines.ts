import type { Analysis, Metric } from '@cpu-bound/study/model';
import { axisTitle, figureLayers, pointOf } from './intervals.ts';
import { encodingOf, header, LIMIT_COLOUR, panels, renderSvg } from './render.ts';

export type LinesOptions = {
  readonly title: string;
  /** Returns a metric's position on the horizontal axis. */
  readonly x: (metric: Metric) => number;
  readonly xTitle: string;
  readonly yTitle: string;
  readonly xScale?: 'linear' | 'log';
  readonly yScale?: 'linear' | 'log';
  /** Names a metric's panel; absent: a single panel without a name. */
  readonly panel?: (metric: Metric) => string;
  /** The points of a dashed line, such as the expectation of a theory. */
  readonly reference?: readonly { readonly x: number; readonly y: number }[];
};

/** Draws a line per contestant over a quantity that varies, with the interval at each point. */
export async function linesChart(
  analysis: Analysis,
  metrics: readonly Metric[],
  options: LinesOptions,
): Promise<string> {
  const { reference = [], xScale = 'linear', yScale = 'linear' } = options;
  const measured = measuredPoints(metrics, options);
  const names = [...new Set(measured.map(({ panel }) => panel))];
  const expected = names.flatMap((name) =>
    reference.map(({ x, y }) => ({ kind: 'expected', panel: name, x, estimate: y })),
  );
  const { color, shape } = encodingOf(analysis, measured, 'legend');
  const x = {
    field: 'x',
    type: 'quantitative',
    title: axisTitle(options.xTitle, measured),
    ...(xScale === 'linear' && { axis: { tickMinStep: 1 } }),
    scale: { type: xScale, nice: false, padding: 12, ...(xScale === 'linear' && { zero: false }) },
  };
  const y = {
    field: 'estimate',
    type: 'quantitative',
    title: options.yTitle,
    scale: { type: yScale, ...(yScale === 'linear' && { zero: true }) },
  };
  const only = (kind: string) => [{ filter: { field: 'kind', equal: kind } }];
  return renderSvg({
    title: options.title,
    data: { values: [...measured, ...expected] },
    facet: panels(names),
    resolve: { scale: { y: 'independent' } },
    spec: {
      width: 560,
      height: names.length > 1 ? 150 : 260,
      layer: [
        {
          transform: only('expected'),
          mark: { type: 'line', strokeDash: [5, 4], color: LIMIT_COLOUR, strokeWidth: 2 },
          encoding: { x, y },
        },
        {
          transform: only('measured'),
          mark: { type: 'line', strokeWidth: 1.5 },
          encoding: { x, y, color },
        },
        ...figureLayers(
          only('measured'),
          { x, y: { ...y, field: 'low' }, y2: { field: 'high' }, color },
          { x, y, color, shape },
        ),
      ],
    },
  });
}

function measuredPoints(
  metrics: readonly Metric[],
  { panel = () => '', x, yScale = 'linear' }: LinesOptions,
) {
  // A logarithmic axis cannot show a value that is not positive.
  const shown = metrics.filter(({ estimate, low }) => yScale === 'linear' || (estimate > 0 && low > 0));
  return shown.map((metric) => ({ kind: 'measured', x: x(metric), ...pointOf(metric, panel(metric)) }));
}

/** Draws every round of every contestant, joined by a line per contestant: drift moves all lines together. */
export async function roundsStrip(
  analysis: Analysis,
  metrics: readonly Metric[],
  options: { readonly title: string; readonly unit: string; readonly panel: (metric: Metric) => string },
): Promise<string> {
  const values = metrics.flatMap((metric) =>
    (metric.rounds ?? []).map((value, index) => ({
      contestant: metric.contestant,
      panel: options.panel(metric),
      round: index + 1,
      value,
    })),
  );
  const { color, shape } = encodingOf(analysis, values, 'legend');
  const x = { field: 'round', type: 'ordinal', title: 'round', axis: { labelAngle: 0 } };
  const y = { field: 'value', type: 'quantitative', title: options.unit, scale: { zero: true } };
  return renderSvg({
    title: options.title,
    data: { values },
    facet: panels(values.map(({ panel }) => panel)),
    resolve: { scale: { y: 'independent' } },
    spec: {
      width: 560,
      height: 130,
      layer: [
        { mark: { type: 'line', strokeWidth: 1.5, opacity: 0.6 }, encoding: { x, y, color } },
        { mark: { type: 'point', filled: true, size: 60, opacity: 1 }, encoding: { x, y, color, shape } },
      ],
    },
  });
}

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
