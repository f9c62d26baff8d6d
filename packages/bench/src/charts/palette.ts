import type { ContestantFacts } from '../model.ts';

/**
 * Okabe & Ito's colours, which colour-blind readers can tell apart, and a shape beside each. Black and yellow
 * are left out: they vanish on a dark or a light page.
 */
const colours = ['#56B4E9', '#E69F00', '#009E73', '#CC79A7', '#D55E00', '#0072B2'];
const shapes = ['circle', 'square', 'triangle-up', 'diamond', 'cross', 'triangle-down'];

export const LIMIT_COLOUR = '#666666';

/** The same colour and shape for a contestant in every chart of a report. */
export function marksOf(contestants: readonly ContestantFacts[]) {
  const ids = contestants.map(({ id }) => id);
  return {
    domain: ids,
    colours: ids.map((_, index) => colours[index % colours.length] ?? ''),
    shapes: ids.map((_, index) => shapes[index % shapes.length] ?? ''),
  };
}
