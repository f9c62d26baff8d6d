import { isCounted } from '@cpu-bound/study/decide/lead';
import type { Amount, Cell, NeedResult } from '@cpu-bound/study/model';
import type { Element } from 'hast';
import { h, s } from 'hastscript';
import { isBest, standingWords } from '../../decision/standing.ts';
import { cellText, cellWords, figureText } from '../../tables/cell-text.ts';
import { mark, type Strategy, sign } from '../strategies.ts';
import { type Axis, axisOf, shortNumber } from './axis.ts';
import type { Numbers } from './numbers.ts';

const percent = (share: number) => `${Number(share.toFixed(2))}%`;

/** Draws a lane for each strategy on a common axis: a mark with its interval, or a word if there is no figure. */
export function lanes(
  need: NeedResult,
  numbers: Numbers | undefined,
  strategies: readonly Strategy[],
): Element {
  const axis = numbers && axisOf([...numbers.values.values()]);
  return h('div.plot', [
    h(
      'ul.lanes',
      { ariaLabel: need.title },
      strategies.map((strategy, index) =>
        lane(need, strategy, axis, numbers?.values.get(strategy.id), index === 0),
      ),
    ),
    ...(axis ? [scale(axis)] : []),
  ]);
}

function lane(
  need: NeedResult,
  strategy: Strategy,
  axis: Axis | undefined,
  value: Amount | undefined,
  isFirst: boolean,
): Element {
  const standing = need.standings[strategy.id];
  const cell = need.measured?.cells[strategy.id];
  const isApart = standing?.kind === 'not-measured';
  const figure = cell && !isApart ? cellWords(cell) : undefined;
  const words = cell && isApart ? cellText(cell) : standingWords(standing);
  const isBold = isCounted(need) && isBest(standing);
  const place =
    value && axis
      ? track(strategy, value, axis)
      : h('span.word', h(isBold ? 'b' : 'span', cell ? cellText(cell) : wordOf(standing)));
  const shown = value ? h(isBold ? 'b.figure' : 'span.figure', cell && shownNumber(cell)) : '';
  return h('li.lane', { tabIndex: isFirst ? 0 : -1, dataStrategy: strategy.id }, [
    h('span.who', [sign(strategy), h('span.name', strategy.id)]),
    place,
    shown,
    h('span.tip', { role: 'tooltip' }, [
      h('b', strategy.title),
      `: ${[...tipText(need, figure, value !== undefined), words].join('; ')}.`,
    ]),
  ]);
}

/** Shows a figure without its unit, in the digits of REPORT.md. */
const shownNumber = (cell: Cell): string => figureText(cell, '');

/** `257 [239, 271] answers/s, n = 11`; without a unit if the figure consists of words. */
function tipText({ measured, unit }: NeedResult, text: string | undefined, isNumber: boolean): string[] {
  if (text === undefined) return [];
  const n = measured && measured.n > 0 ? `, n = ${measured.n}` : '';
  return [isNumber ? `${text} ${unit}${n}` : text];
}

/** Returns the word that replaces a missing mark. */
function wordOf(standing: NeedResult['standings'][string] | undefined): string {
  if (standing?.kind === 'overloaded') return 'overloaded';
  return standing?.kind === 'not-measured' ? (standing.why ?? 'not measured') : 'no figure';
}

function track(
  strategy: Strategy,
  { estimate, low, high, indicative }: Amount,
  { at, ticks }: Axis,
): Element {
  const y = '50%';
  return s('svg.track', { ariaHidden: 'true' }, [
    ...grid(ticks, at),
    s('line.range', {
      x1: percent(at(low)),
      x2: percent(at(high)),
      y1: y,
      y2: y,
      stroke: strategy.colour,
      ...(indicative && { strokeDasharray: '3 3' }),
    }),
    mark(strategy, percent(at(estimate)), y, indicative),
  ]);
}

const grid = (ticks: readonly number[], at: Axis['at']): Element[] =>
  ticks.map((tick) => s('line.grid', { x1: percent(at(tick)), x2: percent(at(tick)), y1: 0, y2: '100%' }));

/** Draws the numbers below the lanes. */
const scale = ({ ticks, at, scale: kind }: Axis): Element =>
  h('div.scale', { ariaHidden: 'true' }, [
    h('span', kind === 'logarithmic' ? 'log' : ''),
    s(
      'svg.ticks',
      ticks.map((tick) =>
        s('text', { x: percent(at(tick)), y: 11, textAnchor: anchor(at(tick)) }, shortNumber(tick)),
      ),
    ),
    h('span'),
  ]);

/** Anchors the outermost numbers so that they stay within the axis. */
function anchor(at: number) {
  if (at < 4) return 'start';
  return at > 96 ? 'end' : 'middle';
}
