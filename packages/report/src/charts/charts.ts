import type { Analysis, Metric } from '@cpu-bound/study/model';
import { encodingOf, LIMIT_COLOUR, panels, renderSvg } from './render.ts';

/** The charts of figures with their intervals: a mark, and a panel for each condition. */

/** The marks of figures of too few rounds for an interval: a dashed range, and a hollow point. */
export const FEW_ROUNDS = 'dashed and hollow: range of too few rounds';

const PANEL_WIDTH = 560;
/** A dashed line that is no figure: a limit, or what a theory expects. */
const REFERENCE = { strokeDash: [5, 4], color: LIMIT_COLOUR, strokeWidth: 2 } as const;

/** A figure to draw, in a panel. */
export type Mark = Readonly<Pick<Metric, 'contestant' | 'estimate' | 'low' | 'high'>> & {
  readonly panel: string;
  /** It is of too few rounds for an interval. */
  readonly few: boolean;
  /** Its place on the horizontal axis of a chart of lines. */
  readonly x?: number;
  /** The percentile that it is, in a chart of several. */
  readonly percentile?: string;
};

type Channel = Readonly<Record<string, unknown>>;

/** An axis of numbers. Its title says what the marks of too few rounds mean, if there are any. */
const axisOf = (title: string, scale: object, marks: readonly Mark[] = [], field = 'estimate'): Channel => ({
  field,
  type: 'quantitative',
  title: marks.some(({ few }) => few) ? `${title} (${FEW_ROUNDS})` : title,
  scale,
});

/** The range of a figure along an axis. */
const rangeOn = (side: 'x' | 'y', axis: Channel): Channel => ({
  [side]: { ...axis, field: 'low' },
  [`${side}2`]: { field: 'high' },
});

const only = (role: string) => [{ filter: { field: 'role', equal: role } }];

/** Builds the ranges and points of figures from their encodings. */
const figureLayers = (range: object, point: object): object[] =>
  [false, true].flatMap((few) => {
    const transform = [...only('measured'), { filter: { field: 'few', equal: few } }];
    const line = few ? { strokeWidth: 1.5, strokeDash: [3, 3] } : { strokeWidth: 3 };
    return [
      { transform, mark: { type: 'rule', ...line }, encoding: range },
      { transform, mark: { type: 'point', filled: !few, size: 90, opacity: 1 }, encoding: point },
    ];
  });

/** Gives marks the role by which a layer finds its own. */
const inRole = (role: string, marks: readonly object[]) => marks.map((mark) => ({ role, ...mark }));

const panelsIn = (marks: readonly Mark[]): string[] => [...new Set(marks.map(({ panel }) => panel))];

/**
 * Draws figures with their intervals, a panel for each condition, with a line for each contestant; percentiles stand side
 * by side, on a logarithmic axis.
 */
export async function intervalPanels(
  analysis: Analysis,
  marks: readonly Mark[],
  options: {
    readonly title: string;
    readonly axis: string;
    /** Each is a dashed line in its panel, with its interval as a band. */
    readonly reference?: readonly Mark[];
    /** The position of a dashed line in every panel. */
    readonly line?: number | undefined;
  },
): Promise<string> {
  const { reference = [], line } = options;
  const names = panelsIn(marks);
  const isOfPercentiles = marks.some(({ percentile }) => percentile !== undefined);
  const same = line === undefined ? [] : names.map((panel) => ({ panel, estimate: line }));
  const { order, color, shape } = encodingOf(analysis, marks, isOfPercentiles ? 'legend' : 'none');
  const scale = isOfPercentiles ? { type: 'log', nice: false, padding: 12 } : { zero: true };
  const x = axisOf(options.axis, scale, marks);
  const rows = isOfPercentiles
    ? {
        y: { field: 'percentile', type: 'nominal', title: null, sort: ['p50', 'p90', 'p99', 'p99.9'] },
        yOffset: { field: 'contestant', sort: order },
      }
    : { y: { field: 'contestant', type: 'nominal', sort: order, title: null } };
  return renderSvg({
    title: options.title,
    data: { values: [...inRole('measured', marks), ...inRole('reference', [...reference, ...same])] },
    facet: panels(names),
    ...(!isOfPercentiles && { resolve: { scale: { x: 'independent' } } }),
    spec: {
      width: PANEL_WIDTH,
      height: isOfPercentiles ? { step: 12, for: 'offset' } : { step: 26 },
      layer: [
        ...figureLayers({ ...rangeOn('x', x), ...rows, color }, { x, ...rows, color, shape }),
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

/** Draws a line for each contestant over a quantity that varies, with the interval at each point. */
export async function linesChart(
  analysis: Analysis,
  marks: readonly Mark[],
  options: {
    readonly title: string;
    readonly xTitle: string;
    readonly yTitle: string;
    readonly xScale?: 'linear' | 'log';
    readonly yScale?: 'linear' | 'log';
    /** The points of a dashed line, such as the expectation of a theory. */
    readonly reference?: readonly { readonly x: number; readonly estimate: number }[];
  },
): Promise<string> {
  const { reference = [], xScale = 'linear', yScale = 'linear' } = options;
  // A logarithmic axis cannot show a value that is not positive.
  const shown = marks.filter(({ estimate, low }) => yScale === 'linear' || (estimate > 0 && low > 0));
  const names = panelsIn(shown);
  const expected = names.flatMap((panel) => reference.map((point) => ({ ...point, panel })));
  const { color, shape } = encodingOf(analysis, shown, 'legend');
  const isLinear = xScale === 'linear';
  const scale = { type: xScale, nice: false, padding: 12, ...(isLinear && { zero: false }) };
  const x = {
    ...axisOf(options.xTitle, scale, shown, 'x'),
    ...(isLinear && { axis: { tickMinStep: 1 } }),
  };
  const y = axisOf(options.yTitle, { type: yScale, ...(yScale === 'linear' && { zero: true }) });
  return renderSvg({
    title: options.title,
    data: { values: [...inRole('measured', shown), ...inRole('expected', expected)] },
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
