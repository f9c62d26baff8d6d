import type { Analysis, Metric } from '@cpu-bound/study/model';
import { encodingOf } from './palette.ts';
import { panels, renderSvg } from './render.ts';

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
