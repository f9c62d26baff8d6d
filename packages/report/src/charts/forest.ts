import { titleIn } from '@cpu-bound/study/analyse/look-up';
import type { Analysis, Comparison } from '@cpu-bound/study/model';
import { input } from '@cpu-bound/study/wording';
import { FEW_ROUNDS, figureLayers } from './intervals.ts';
import { encodingOf } from './palette.ts';
import { panels, renderSvg } from './render.ts';

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
