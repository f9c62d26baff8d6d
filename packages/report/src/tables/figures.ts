import { numberOf } from '@cpu-bound/study/decide/figures';
import * as format from '@cpu-bound/study/format';
import {
  type Cell,
  type CountCell,
  type Figure,
  isCount,
  type NeedFigures,
  type NeedResult,
} from '@cpu-bound/study/model';
import { listed } from './markdown.ts';

/** The words of a figure and of its standing: the same in rows, picture, terminal and record. */

/** `173`, `≥ 117`, `34`: the number alone; empty without one. */
export function numberText(cell: Cell | undefined): string {
  if (cell?.kind === 'number') return format.briefEstimate(cell.value);
  if (cell?.kind === 'bound')
    return `${cell.side === 'at most' ? 'under' : '≥'} ${format.number(cell.value)}`;
  return cell && isCount(cell) ? String(Math.round(cell.count.estimate)) : '';
}

/** The number of a figure. An end that is open on the side where the others are shows no order, so it is left out. */
export function figureText({ cell, standing }: Pick<Figure, 'cell' | 'standing'>): string {
  const against = { behind: 'at least', leads: 'at most', level: undefined, open: undefined }[standing];
  return cell?.kind === 'bound' && cell.side === against ? '' : numberText(cell);
}

/** `/s`, ` ms`, ` unanswered`: as it follows a number. */
const unitText = (unit: string): string => (unit === '/s' ? unit : ` ${unit}`);

/** The requests or jobs of which a need counts some; undefined if it counts none. */
export const totalIn = ({ figures }: Pick<NeedFigures, 'figures'>): number | undefined =>
  figures
    .map(({ cell }) => (cell && isCount(cell) ? cell.total : undefined))
    .find((total) => total !== undefined);

/** ` ms`, ` of 72 unanswered`: as it follows the last figure of a need. */
export function endText({ need, figures }: Pick<NeedFigures, 'need' | 'figures'>): string {
  const total = totalIn({ figures });
  return `${total === undefined ? '' : ` of ${total}`}${unitText(need.unit)}`;
}

/** `best`, `best two`, `no difference`, `−49 %`, `×2.1`, `overloaded`, `not judged yet` */
export function standingText(
  { standing, because, behind, cell }: Figure,
  { need, figures }: NeedFigures,
): string {
  if (because !== undefined) return because;
  if (standing === 'leads')
    return figures.filter((one) => one.standing === 'leads').length > 1 ? 'best two' : 'best';
  if (standing === 'level') return 'no difference';
  const than = figures.find(({ id }) => id === behind?.than);
  const isMeasure = cell?.kind === 'number' && than?.cell?.kind === 'number';
  return isMeasure && behind?.factor !== undefined
    ? distanceText(behind.factor, need.measured.better)
    : 'behind';
}

/** `−49 %`, `+40 %`, `×2.1`: how far a figure is from that of the strategy farthest ahead. */
function distanceText(factor: number, better: 'higher' | 'lower'): string {
  const percent = (share: number) => `${Math.max(1, Math.round(100 * share))} %`;
  if (better === 'higher') return `−${percent(1 - 1 / factor)}`;
  return factor < 1.995 ? `+${percent(factor - 1)}` : `×${factor.toPrecision(2)}`;
}

export const NO_DIFFERENCE = 'no difference shown';

/** The best figure first; in the order of the study if nobody is behind, because an order reads as a ranking. */
export function inOrder({ figures, need }: NeedFigures): readonly Figure[] {
  if (!figures.some(({ standing }) => standing === 'behind')) return figures;
  const sign = need.measured.better === 'higher' ? -1 : 1;
  const orderOf = ({ cell }: Figure) => {
    const value = numberOf(cell);
    return value === undefined ? Number.MAX_VALUE : sign * value;
  };
  return figures.toSorted((a, b) => orderOf(a) - orderOf(b));
}

/** `p99 at 45/s: threads 29 ms (best), cluster +40 %, queue ×2.2`: a need alone, with what its figures say. */
export function needSentence(own: NeedFigures): string {
  const { need } = own;
  const shown = inOrder(own).filter(
    ({ standing, because }) => standing !== 'open' || because === 'overloaded',
  );
  const leaders = shown.filter(({ standing }) => standing === 'leads');
  const [first] = leaders;
  const best = leaders.map((one) => `${one.id} ${figureText(one)}`).join(', ');
  const others = shown.filter(({ standing }) => standing !== 'leads');
  const words = others.map((figure) => {
    const words = standingText(figure, own);
    return `${figure.id} ${words === 'behind' ? figureText(figure) || words : words}`;
  });
  const isSame = !first && others.every(({ standing }) => standing === 'level');
  const parts = isSame
    ? [`${NO_DIFFERENCE} between ${listed(others.map(({ id }) => id))}`]
    : [first ? `${best}${endText(own)} (${standingText(first, own)})` : '', ...words];
  return `${need.title}: ${parts.filter((part) => part !== '').join(', ')}`;
}

/** The words of a need's figures: made here from values, the same for pages, the terminal and records. */

/** The title of a need's row in a narrow table: `p99 at 45/s, ms`. */
export const rowText = ({ title, unit }: Pick<NeedResult, 'title' | 'unit'>): string =>
  unit === '' ? title : `${title}, ${unit}`;

/** A figure for a narrow table: `177 (162–190)`, `16/50`, `54/194, 1.3 s`, `no Redis`. */
export function cellText(cell: Cell): string {
  switch (cell.kind) {
    case 'number': {
      const wait = cell.wait ? `, ${format.duration(cell.wait.estimate)}` : '';
      return `${format.brief(cell.value)}${wait}${unansweredText(cell.unanswered)}`;
    }
    case 'parts':
      return `${cell.lines}, ${cell.packages}, ${cell.servers}`;
    case 'bound':
      return format.bound(cell.side, cell.value);
    case 'open':
    case 'none':
      return cell.why;
    default:
      return countText(cell);
  }
}

/** `16/50, 0.7 s`; a count that was 0 in most rounds has its highest: `0–2/50`; `≥ 5.0 s` of one that did not recover. */
function countText({ count, total, apart, recovery }: CountCell): string {
  const upTo = count.estimate === 0 && count.high > 0 ? `–${Math.round(count.high)}` : '';
  const seconds = recovery
    ? `, ${recovery.isOver ? '' : '≥ '}${(recovery.estimate / 1000).toFixed(1)} s`
    : '';
  const of = total === undefined ? '' : `/${total}`;
  return `${apart === undefined ? '' : `${apart}: `}${Math.round(count.estimate)}${upTo}${of}${seconds}`;
}

const unansweredText = (share: number | undefined): string =>
  share === undefined ? '' : `, ${format.share(share)} unanswered`;
