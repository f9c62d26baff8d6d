import { titleIn } from '@cpu-bound/study/analyse/look-up';
import type { Analysis, Comparison, Metric, MetricId } from '@cpu-bound/study/model';
import { input } from '@cpu-bound/study/wording';
import { encodingOf, LIMIT_COLOUR, panels, renderSvg } from './render.ts';

/** The charts of figures with their intervals: a mark, and a panel for each condition. */

/** The marks of figures of too few rounds for an interval: a dashed range, and a hollow point. */
export const FEW_ROUNDS = 'dashed and hollow: range of too few rounds';

const PANEL_WIDTH = 560;
/** A dashed line that is no figure: a limit, or what a theory expects. */
const REFERENCE = { strokeDash: [5, 4], color: LIMIT_COLOUR, strokeWidth: 2 } as const;

type Titled = { readonly title: string };
type Channel = Readonly<Record<string, unknown>>;

/** Returns the data of a metric's mark, with its range; `few` tells a figure of too few rounds. */
const pointOf = ({ contestant, estimate, low, high, indicative: few }: Metric, panel: string) => ({
  contestant,
  panel,
  estimate,
  low,
  high,
  few,
});

/** An axis of numbers. Its title says what the marks of too few rounds mean, if there are any. */
const axisOf = (
  title: string,
  scale: object,
  points: readonly { readonly few: boolean }[] = [],
  field = 'estimate',
): Channel => ({
  field,
  type: 'quantitative',
  title: points.some(({ few }) => few) ? `${title} (${FEW_ROUNDS})` : title,
  scale,
});

/** The range of a figure along an axis. */
const rangeOn = (side: 'x' | 'y', axis: Channel): Channel => ({
  [side]: { ...axis, field: 'low' },
  [`${side}2`]: { field: 'high' },
});

const only = (role: string) => [{ filter: { field: 'role', equal: role } }];

/** Builds the ranges and points of figures from their encodings; a field `few` tells those of too few rounds. */
const figureLayers = (range: object, point: object, of: readonly object[] = only('measured')): object[] =>
  [false, true].flatMap((few) => {
    const transform = [...of, { filter: { field: 'few', equal: few } }];
    const line = few ? { strokeWidth: 1.5, strokeDash: [3, 3] } : { strokeWidth: 3 };
    return [
      { transform, mark: { type: 'rule', ...line }, encoding: range },
      { transform, mark: { type: 'point', filled: !few, size: 90, opacity: 1 }, encoding: point },
    ];
  });

/** Draws a metric of every contestant with its interval, a panel per condition, with a dashed reference line. */
export async function intervalPanels(
  analysis: Analysis,
  metrics: readonly Metric[],
  options: Titled & {
    readonly axis: string;
    /** The metric to show, if there are others among the metrics. */
    readonly metric?: MetricId;
    /** The metric whose estimate is a dashed line in each panel, and whose interval is a band. */
    readonly reference?: MetricId;
    /** The position of a dashed line in every panel. */
    readonly line?: number;
    /** Names a metric's panel. */
    readonly panel: (metric: Metric) => string;
  },
): Promise<string> {
  const { panel, reference, line } = options;
  const withRole = (role: string, isMeant: (id: MetricId) => boolean) =>
    metrics
      .filter(({ metric }) => isMeant(metric))
      .map((metric) => ({ role, ...pointOf(metric, panel(metric)) }));
  const measured = withRole('measured', (id) => options.metric === undefined || id === options.metric);
  const names = [...new Set(measured.map((point) => point.panel))];
  const same =
    line === undefined ? [] : names.map((name) => ({ role: 'reference', panel: name, estimate: line }));
  const values = [...measured, ...withRole('reference', (id) => id === reference), ...same];
  const { order, color, shape } = encodingOf(analysis, measured, 'none');
  const x = axisOf(options.axis, { zero: true }, measured);
  const y = { field: 'contestant', type: 'nominal', sort: order, title: null };
  return renderSvg({
    title: options.title,
    data: { values },
    facet: panels(names),
    resolve: { scale: { x: 'independent' } },
    spec: {
      width: PANEL_WIDTH,
      height: { step: 26 },
      layer: [
        ...figureLayers({ ...rangeOn('x', x), y, color }, { x, y, color, shape }),
        {
          transform: [...only('reference'), { filter: 'isValid(datum.low)' }],
          mark: { type: 'rect', color: LIMIT_COLOUR, opacity: 0.15 },
          encoding: rangeOn('x', x),
        },
        { transform: only('reference'), mark: { type: 'rule', ...REFERENCE }, encoding: { x } },
      ],
    },
  });
}

/** Draws the ratios of all pairs with their intervals, the line of no difference, and the margin as a band. */
export async function forestPlot(
  analysis: Analysis,
  comparisons: readonly Comparison[],
  options: Titled & { readonly margin: number },
): Promise<string> {
  const titleOf = titleIn(analysis);
  const values = comparisons.map(({ contestant, against, condition, ratio }) => ({
    contestant,
    pair: `${titleOf(contestant)} ÷ ${titleOf(against)}`,
    panel: input(condition),
    few: ratio.indicative,
    ...ratio,
  }));
  const names = [...new Set(values.map(({ panel }) => panel))];
  const [from, to] = [1 / (1 + options.margin), 1 + options.margin];
  const band = names.map((panel) => ({ panel, from, to, same: 1 }));
  const { color, shape } = encodingOf(analysis, values, 'none');
  const few = values.some((value) => value.few) ? `; ${FEW_ROUNDS}` : '';
  const x = axisOf(`ratio (logarithmic${few})`, { type: 'log', nice: false, padding: 20 });
  const y = { field: 'pair', type: 'nominal', sort: null, title: null };
  const transform = [{ filter: 'isValid(datum.from)' }];
  return renderSvg({
    title: options.title,
    data: { values: [...values, ...band] },
    facet: panels(names),
    spec: {
      width: 440,
      height: { step: 26 },
      layer: [
        {
          transform,
          mark: { type: 'rect', color: '#e5e5e5', opacity: 0.7 },
          encoding: { x: { ...x, field: 'from' }, x2: { field: 'to' } },
        },
        {
          transform,
          mark: { type: 'rule', color: '#666666', strokeWidth: 2 },
          encoding: { x: { ...x, field: 'same' } },
        },
        ...figureLayers({ ...rangeOn('x', x), y, color }, { x, y, color, shape }, [
          { filter: 'isValid(datum.estimate)' },
        ]),
      ],
    },
  });
}

export type LinesOptions = Titled & {
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
  { reference = [], xScale = 'linear', yScale = 'linear', panel = () => '', ...options }: LinesOptions,
): Promise<string> {
  // A logarithmic axis cannot show a value that is not positive.
  const measured = metrics
    .filter(({ estimate, low }) => yScale === 'linear' || (estimate > 0 && low > 0))
    .map((metric) => ({ role: 'measured', x: options.x(metric), ...pointOf(metric, panel(metric)) }));
  const names = [...new Set(measured.map((point) => point.panel))];
  const expected = names.flatMap((name) =>
    reference.map(({ x, y }) => ({ role: 'expected', panel: name, x, estimate: y })),
  );
  const { color, shape } = encodingOf(analysis, measured, 'legend');
  const isLinear = xScale === 'linear';
  const scale = { type: xScale, nice: false, padding: 12, ...(isLinear && { zero: false }) };
  const x = {
    ...axisOf(options.xTitle, scale, measured, 'x'),
    ...(isLinear && { axis: { tickMinStep: 1 } }),
  };
  const y = axisOf(options.yTitle, { type: yScale, ...(yScale === 'linear' && { zero: true }) });
  return renderSvg({
    title: options.title,
    data: { values: [...measured, ...expected] },
    facet: panels(names),
    resolve: { scale: { y: 'independent' } },
    spec: {
      width: PANEL_WIDTH,
      height: names.length > 1 ? 150 : 260,
      layer: [
        { transform: only('expected'), mark: { type: 'line', ...REFERENCE }, encoding: { x, y } },
        {
          transform: only('measured'),
          mark: { type: 'line', strokeWidth: 1.5 },
          encoding: { x, y, color },
        },
        ...figureLayers({ x, ...rangeOn('y', y), color }, { x, y, color, shape }),
      ],
    },
  });
}

type Paneled = Titled & { readonly axis: string; readonly panel: (metric: Metric) => string };

/** Draws every round of every contestant, joined by a line per contestant: drift moves all lines together. */
export async function roundsStrip(
  analysis: Analysis,
  metrics: readonly Metric[],
  { title, axis, panel }: Paneled,
): Promise<string> {
  const values = metrics.flatMap((metric) =>
    (metric.rounds ?? []).map((value, index) => ({
      contestant: metric.contestant,
      panel: panel(metric),
      round: index + 1,
      value,
    })),
  );
  const { color, shape } = encodingOf(analysis, values, 'legend');
  const x = { field: 'round', type: 'ordinal', title: 'round', axis: { labelAngle: 0 } };
  const y = axisOf(axis, { zero: true }, [], 'value');
  return renderSvg({
    title,
    data: { values },
    facet: panels(values.map((value) => value.panel)),
    resolve: { scale: { y: 'independent' } },
    spec: {
      width: PANEL_WIDTH,
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
  { title, axis, panel }: Paneled,
): Promise<string> {
  const values = metrics.map((metric) => ({
    ...pointOf(metric, panel(metric)),
    percentile: metric.metric.replace(/^.*-/, ''),
  }));
  const { order, color, shape } = encodingOf(analysis, values, 'legend');
  const x = axisOf(axis, { type: 'log', nice: false, padding: 12 });
  const y = { field: 'percentile', type: 'nominal', title: null, sort: ['p50', 'p90', 'p99', 'p99.9'] };
  const rows = { y, yOffset: { field: 'contestant', sort: order }, color };
  return renderSvg({
    title,
    data: { values },
    facet: panels(values.map((value) => value.panel)),
    spec: {
      width: PANEL_WIDTH,
      height: { step: 12, for: 'offset' },
      layer: [
        { mark: { type: 'rule', strokeWidth: 3 }, encoding: { ...rangeOn('x', x), ...rows } },
        {
          mark: { type: 'point', filled: true, size: 80, opacity: 1 },
          encoding: { x, ...rows, shape },
        },
      ],
    },
  });
}
