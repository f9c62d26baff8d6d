import type { Element } from 'hast';
import { h, s } from 'hastscript';
import { mark, type Strategy } from '../strategies.ts';
import { shortNumber } from './axis.ts';
import type { Numbers } from './numbers.ts';

const WIDTH = 520;
const HEIGHT = 150;
const LEFT = 44;
const BOTTOM = 22;
const TOP = 8;
/** The inset of the plot, left and right of the rounds. */
const INSET = 12;

/** Draws each strategy's rounds, joined by a line: a machine that changes its speed moves all lines together. */
export function roundsChart(
  title: string,
  { values, unit }: Numbers,
  strategies: readonly Strategy[],
): Element | undefined {
  const drawn = strategies.flatMap((strategy) => {
    const rounds = values.get(strategy.id)?.rounds ?? [];
    return rounds.length > 1 ? [{ strategy, rounds }] : [];
  });
  if (drawn.length === 0) return undefined;
  const high = (Math.max(...drawn.flatMap(({ rounds }) => rounds)) || 1) * 1.05;
  const longest = Math.max(...drawn.map(({ rounds }) => rounds.length));
  const x = (round: number) => LEFT + INSET + (round / (longest - 1)) * (WIDTH - LEFT - 2 * INSET);
  const y = (value: number) => TOP + (1 - value / high) * (HEIGHT - TOP - BOTTOM);
  return h('figure.rounds', [
    h('figcaption', `Each round, ${unit}`),
    s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', ariaLabel: `Each round of ${title}` }, [
      ...[0, high / 2.1, high / 1.05].map((value) => level(value, y(value))),
      ...Array.from({ length: longest }, (_, round) =>
        s('text', { x: x(round).toFixed(1), y: HEIGHT - 5, textAnchor: 'middle' }, String(round + 1)),
      ),
      ...drawn.flatMap(({ strategy, rounds }) => {
        const points = rounds.map((value, round) => [x(round).toFixed(1), y(value).toFixed(1)] as const);
        return [
          s('polyline.joined', {
            points: points.map((point) => point.join(',')).join(' '),
            stroke: strategy.colour,
          }),
          ...points.map(([at, height]) => mark(strategy, at, height)),
        ];
      }),
    ]),
  ]);
}

const level = (value: number, y: number): Element =>
  s('g', [
    s('line.grid', { x1: LEFT, x2: WIDTH, y1: y.toFixed(1), y2: y.toFixed(1) }),
    s('text', { x: LEFT - 6, y: (y + 4).toFixed(1), textAnchor: 'end' }, shortNumber(value)),
  ]);
