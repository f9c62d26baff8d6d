import { titleIn } from '@cpu-bound/study/analyse/look-up';
import type { Analysis, Comparison, Metric, MetricId } from '@cpu-bound/study/model';
import { input } from '@cpu-bound/study/wording';
import { encodingOf, LIMIT_COLOUR, panels, renderSvg } from './render.ts';

/** The marks of figures of too few rounds for an interval: a dashed range, and a hollow point. */
export const FEW_ROUNDS = 'dashed and hollow: range of too few rounds';
export const RANGE = { strokeWidth: 1.5, strokeDash: [3, 3] } as const;

/** Draws a metric of every contestant with its interval, a panel per condition, with a dashed reference line. */
export async function intervalPanels(
  analysis: Analysis,
  metrics: readonly Metric[],
  options: {
    readonly title: string;
    readonly axis: string;
    /** The metric to show, if there are others among the metrics. */
    readonly metric?: MetricId;
    /** The metric whose estimate is a dashed line in each panel, and whose interval is a band. */
    readonly reference?: MetricId;
    /** The position of a dashed line in every panel. */
    readonly line?: number;
    /** Names a metric's panel; the default is the input. */
    readonly panel?: (metric: Metric) => string;
  },
): Promise<string> {
  const { panel = ({ condition }) => input(condition) } = options;
  const measured = metrics
    .filter(({ metric }) => options.metric === undefined || metric === options.metric)
    .map((metric) => ({ role: 'measured', ...pointOf(metric, panel(metric)) }));
  const lines = metrics
    .filter(({ metric }) => options.reference !== undefined && metric === options.reference)
    .map((metric) => ({ role: 'reference', ...pointOf(metric, panel(metric)) }));
  const sort = [...new Set(measured.map((value) => value.panel))];
  const same =
    options.line === undefined
      ? []
      : sort.map((name) => ({ role: 'reference', panel: name, estimate: options.line }));
  const values = [...measured, ...lines, ...same];
  const { order, color, shape } = encodingOf(analysis, measured, 'none');
  const x = {
    field: 'estimate',
    type: 'quantitative',
    title: axisTitle(options.axis, measured),
    scale: { zero: true },
  };
  const y = { field: 'contestant', type: 'nominal', sort: order, title: null };
  return renderSvg({
    title: options.title,
    data: { values },
    facet: panels(sort),
    resolve: { scale: { x: 'independent' } },
    spec: {
      width: 560,
      height: { step: 26 },
      layer: layersOf(x, { y, color, shape }),
    },
  });
}

/** Returns the data of a metric's mark, with its range; `few` tells a figure of too few rounds. */
export const pointOf = ({ contestant, estimate, low, high, indicative: few }: Metric, panel: string) => ({
  contestant,
  panel,
  estimate,
  low,
  high,
  few,
});

/** Adds to the title of an axis what the marks of too few rounds mean, if there are any. */
export const axisTitle = (title: string, points: readonly { readonly few: boolean }[]): string =>
  points.some(({ few }) => few) ? `${title} (${FEW_ROUNDS})` : title;

/** Builds the ranges and points of figures from their encodings; a field `few` tells those of too few rounds. */
export const figureLayers = (only: readonly object[], range: object, point: object): object[] =>
  [false, true].flatMap((few) => [
    {
      transform: [...only, { filter: { field: 'few', equal: few } }],
      mark: { type: 'rule', ...(few ? RANGE : { strokeWidth: 3 }) },
      encoding: range,
    },
    {
      transform: [...only, { filter: { field: 'few', equal: few } }],
      mark: { type: 'point', filled: !few, size: 90, opacity: 1 },
      encoding: point,
    },
  ]);

/** Builds intervals and points for the measurements, and bands and dashed lines for the references. */
function layersOf(
  x: object,
  { y, color, shape }: Readonly<Record<'y' | 'color' | 'shape', object>>,
): object[] {
  const only = (role: string) => [{ filter: { field: 'role', equal: role } }];
  return [
    ...figureLayers(
      only('measured'),
      { x: { ...x, field: 'low' }, x2: { field: 'high' }, y, color },
      { x, y, color, shape },
    ),
    {
      transform: [...only('reference'), { filter: 'isValid(datum.low)' }],
      mark: { type: 'rect', color: LIMIT_COLOUR, opacity: 0.15 },
      encoding: { x: { ...x, field: 'low' }, x2: { field: 'high' } },
    },
    {
      transform: only('reference'),
      mark: { type: 'rule', strokeDash: [5, 4], color: LIMIT_COLOUR, strokeWidth: 2 },
      encoding: { x },
    },
  ];
}

/** Draws the ratios of all pairs with their intervals, the line of no difference, and the margin as a band. */
export async function forestPlot(
  analysis: Analysis,
  comparisons: readonly Comparison[],
  options: { readonly title: string; readonly margin: number },
): Promise<string> {
  const values = ratiosOf(comparisons, titleIn(analysis));
  const band = [...new Set(values.map(({ panel }) => panel))].map((panel) => ({
    panel,
    from: 1 / (1 + options.margin),
    to: 1 + options.margin,
    same: 1,
  }));
  const { color, shape } = encodingOf(analysis, values, 'none');
  const x = {
    field: 'estimate',
    type: 'quantitative',
    title: `ratio (logarithmic${values.some(({ few }) => few) ? `; ${FEW_ROUNDS}` : ''})`,
    scale: { type: 'log', nice: false, padding: 20 },
  };
  const y = { field: 'pair', type: 'nominal', sort: null, title: null };
  const margin = { filter: 'isValid(datum.from)' };
  return renderSvg({
    title: options.title,
    data: { values: [...values, ...band] },
    facet: panels(band.map(({ panel }) => panel)),
    spec: {
      width: 440,
      height: { step: 26 },
      layer: [
        {
          transform: [margin],
          mark: { type: 'rect', color: '#e5e5e5', opacity: 0.7 },
          encoding: { x: { ...x, field: 'from' }, x2: { field: 'to' } },
        },
        {
          transform: [margin],
          mark: { type: 'rule', color: '#666666', strokeWidth: 2 },
          encoding: { x: { ...x, field: 'same' } },
        },
        ...figureLayers(
          [{ filter: 'isValid(datum.estimate)' }],
          { x: { ...x, field: 'low' }, x2: { field: 'high' }, y, color },
          { x, y, color, shape },
        ),
      ],
    },
  });
}

const ratiosOf = (comparisons: readonly Comparison[], titleOf: (id: string) => string) =>
  comparisons.map(({ contestant, against, condition, ratio }) => ({
    contestant,
    pair: `${titleOf(contestant)} ÷ ${titleOf(against)}`,
    panel: input(condition),
    few: ratio.indicative,
    ...ratio,
  }));
