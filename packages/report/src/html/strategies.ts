import type { Analysis } from '@cpu-bound/study/model';
import type { Element } from 'hast';
import { s } from 'hastscript';
import { marksOf } from '../charts/palette.ts';

/** A strategy as the page shows it: one colour and one shape, the same in each chart. */
export type Strategy = {
  readonly id: string;
  readonly title: string;
  readonly colour: string;
  readonly shape: string;
};

/** Returns the compared strategies; colours and shapes are those of the complete run. */
export function strategiesOf(
  runAnalysis: Analysis,
  contestants: readonly Pick<Strategy, 'id' | 'title'>[],
): Strategy[] {
  const { domain, colours, shapes } = marksOf(runAnalysis);
  return contestants.map(({ id, title }) => {
    const at = domain.indexOf(id);
    return { id, title, colour: colours[at] ?? '', shape: shapes[at] ?? '' };
  });
}

/** Each shape around (0, 0), about 11 px wide. */
const SHAPES: Readonly<Record<string, string>> = {
  circle: 'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z',
  square: 'M-4.5 -4.5h9v9h-9z',
  'triangle-up': 'M0 -5.5L5.5 4.5H-5.5z',
  'triangle-down': 'M0 5.5L5.5 -4.5H-5.5z',
  diamond: 'M0 -6L6 0L0 6L-6 0z',
  cross: 'M-2 -5.5h4v3.5h3.5v4h-3.5v3.5h-4v-3.5h-3.5v-4h3.5z',
};

/** Draws the mark for any place within a chart: hollow, if the figure is that of too few rounds for an interval. */
export const mark = (
  { colour, shape }: Strategy,
  x: string,
  y: string | number,
  isHollow = false,
): Element => {
  const paint = isHollow ? { fill: 'none', stroke: colour, strokeWidth: 1.5 } : { fill: colour };
  return s('svg', { x, y, overflow: 'visible' }, s('path', { d: SHAPES[shape] ?? SHAPES.circle, ...paint }));
};

/** Draws the mark next to a name. */
export const sign = ({ colour, shape }: Strategy): Element =>
  s(
    'svg.sign',
    { viewBox: '-7 -7 14 14', width: 14, height: 14, ariaHidden: 'true' },
    s('path', { d: SHAPES[shape] ?? SHAPES.circle, fill: colour }),
  );
