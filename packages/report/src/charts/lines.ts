import type { Analysis, Metric } from '@cpu-bound/study/model';
import { axisTitle, figureLayers, pointOf } from './intervals.ts';
import { encodingOf, LIMIT_COLOUR } from './palette.ts';
import { panels, renderSvg } from './render.ts';

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
