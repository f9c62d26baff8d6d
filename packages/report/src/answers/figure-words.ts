import * as format from '@cpu-bound/study/format';
import { type Cell, type Figure, isCount, type NeedFigures } from '@cpu-bound/study/model';

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
export const unitText = (unit: string): string => (unit === '/s' ? unit : ` ${unit}`);

/** The requests or jobs of which a need counts some; undefined if it counts none. */
export const totalIn = ({ figures }: Pick<NeedFigures, 'figures'>): number | undefined =>
  figures
    .map(({ cell }) => (cell && isCount(cell) ? cell.total : undefined))
    .find((total) => total !== undefined);

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
