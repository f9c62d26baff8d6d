import type { Analysis, Metric } from '../model.ts';
import { input } from '../report/format.ts';
import { LIMIT_COLOUR, marksOf } from './palette.ts';
import { header, renderSvg } from './render.ts';

/** A metric of every contestant with its interval, a panel per input, beside a dashed line of reference. */
export async function intervalPanels(
  analysis: Analysis,
  metrics: readonly Metric[],
  options: {
    readonly title: string;
    readonly axis: string;
    readonly metric: string;
    readonly reference: string;
  },
): Promise<string> {
  const values = metrics
    .filter(({ metric }) => metric === options.metric || metric === options.reference)
    .map(({ contestant, metric, condition, estimate, low, high }) => ({
      contestant,
      metric,
      input: input(condition),
      estimate,
      low,
      high,
    }));
  const { domain, colours, shapes } = marksOf(analysis.contestants);
  const x = { field: 'estimate', type: 'quantitative', title: options.axis, scale: { zero: true } };
  const y = { field: 'contestant', type: 'nominal', sort: domain, title: null };
  const color = { field: 'contestant', type: 'nominal', scale: { domain, range: colours }, legend: null };
  const shape = { field: 'contestant', type: 'nominal', scale: { domain, range: shapes }, legend: null };
  const measured = { filter: { field: 'metric', equal: options.metric } };
  const reference = { filter: { field: 'metric', equal: options.reference } };
  const sort = [...new Set(values.map((value) => value.input))];
  return renderSvg({
    title: options.title,
    data: { values },
    facet: { row: { field: 'input', type: 'nominal', title: null, sort, header } },
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
