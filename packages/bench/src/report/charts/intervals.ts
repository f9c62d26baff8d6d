import type { Analysis, Metric } from '../../model.ts';
import { input } from '../format.ts';
import { encodingOf, LIMIT_COLOUR } from './palette.ts';
import { header, renderSvg } from './render.ts';

/** A metric of every contestant with its interval, a panel per condition, beside a dashed line of reference. */
export async function intervalPanels(
  analysis: Analysis,
  metrics: readonly Metric[],
  options: {
    readonly title: string;
    readonly axis: string;
    readonly metric: string;
    /** A metric whose estimate is a dashed line in each panel. */
    readonly reference?: string;
    /** The name of a metric's panel; the input where nothing else is said. */
    readonly panel?: (metric: Metric) => string;
    readonly scale?: 'linear' | 'log';
  },
): Promise<string> {
  const { panel = ({ condition }) => input(condition), scale = 'linear' } = options;
  const values = metrics
    .filter(({ metric }) => metric === options.metric || metric === options.reference)
    .map((metric) => ({
      contestant: metric.contestant,
      metric: metric.metric,
      panel: panel(metric),
      estimate: metric.estimate,
      low: metric.low,
      high: metric.high,
    }));
  const { order, color, shape } = encodingOf(analysis, values, 'none');
  const x = {
    field: 'estimate',
    type: 'quantitative',
    title: options.axis,
    scale: scale === 'log' ? { type: 'log' } : { zero: true },
  };
  const y = { field: 'contestant', type: 'nominal', sort: order, title: null };
  const measured = { filter: { field: 'metric', equal: options.metric } };
  const reference = { filter: { field: 'metric', equal: options.reference ?? '' } };
  const sort = [...new Set(values.map((value) => value.panel))];
  return renderSvg({
    title: options.title,
    data: { values },
    facet: { row: { field: 'panel', type: 'nominal', title: null, sort, header } },
    resolve: { scale: { x: 'independent' } },
    spec: {
      width: 560,
      height: { step: 26 },
      layer: [
        {
          transform: [measured],
          mark: { type: 'rule', strokeWidth: 3 },
          encoding: { x: { ...x, field: 'low' }, x2: { field: 'high' }, y, color },
        },
        {
          transform: [measured],
          mark: { type: 'point', filled: true, size: 90, opacity: 1 },
          encoding: { x, y, color, shape },
        },
        {
          transform: [reference],
          mark: { type: 'rule', strokeDash: [5, 4], color: LIMIT_COLOUR, strokeWidth: 2 },
          encoding: { x },
        },
      ],
    },
  } as never);
}
