import type { Analysis } from '@cpu-bound/study/model';

/**
 * The hues of Okabe & Ito, which colour-blind readers can distinguish, each with a shape. Each has a contrast of at
 * least three on light and on dark pages.
 */
const colours = ['#2e86c9', '#c77a00', '#009068', '#c4629b', '#d0551a', '#7d78cf'];
const shapes = ['circle', 'square', 'triangle-up', 'diamond', 'cross', 'triangle-down'];
/** Shapes of variants, which no contestant has; their colour is their contestant's. */
const variantShapes = ['triangle-right', 'triangle-left', 'arrow', 'wedge'];

export const LIMIT_COLOUR = '#666666';

/**
 * Assigns the same colour and shape to a contestant in every chart of a report; a variant has its contestant's colour.
 */
export function marksOf({ contestants, variants = [] }: Pick<Analysis, 'contestants' | 'variants'>) {
  const ids = contestants.map(({ id }) => id);
  const colourOf = (id: string | undefined) => colours[Math.max(0, ids.indexOf(id ?? '')) % colours.length];
  return {
    domain: [...ids, ...variants.map(({ id }) => id)],
    colours: [
      ...ids.map((id) => colourOf(id) ?? ''),
      ...variants.map(({ variantOf }) => colourOf(variantOf) ?? ''),
    ],
    shapes: [
      ...ids.map((_, index) => shapes[index % shapes.length] ?? ''),
      ...variants.map((_, index) => variantShapes[index % variantShapes.length] ?? ''),
    ],
  };
}

/** Returns the colour and shape channels of a chart whose data name a `contestant`, for those that occur. */
export function encodingOf(
  analysis: Pick<Analysis, 'contestants' | 'variants'>,
  values: readonly { readonly contestant: string }[],
  legend: 'legend' | 'none',
) {
  const { domain, colours: all, shapes: marks } = marksOf(analysis);
  const used = domain.flatMap((id, index) =>
    values.some(({ contestant }) => contestant === id) ? [index] : [],
  );
  const pick = (list: readonly string[]) => used.map((index) => list[index] ?? '');
  const channel = (range: string[]) => ({
    field: 'contestant',
    type: 'nominal' as const,
    scale: { domain: pick(domain), range },
    title: null,
    ...(legend === 'none' && { legend: null }),
  });
  return { order: pick(domain), color: channel(pick(all)), shape: channel(pick(marks)) };
}
