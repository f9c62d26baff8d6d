import { type Cell, isCount, type NeedResult } from '../model.ts';
import { pairIn } from './standing.ts';

/** Returns the number that a figure is ordered by; of a bound, the bound. */
export function numberOf(cell: Cell | undefined): number | undefined {
  if (cell?.kind === 'number') return cell.value.estimate;
  if (cell?.kind === 'bound') return cell.value;
  return cell && isCount(cell) ? cell.count.estimate : undefined;
}

/** Half a request more keeps the factor finite where none was answered. */
const HALF = 0.5;

/**
 * Returns by which factor a strategy is worse than another: the ratio of the pair, or else that of the figures. Of
 * counts it is the factor between the requests that were answered. Undefined without two figures, or beside a zero.
 * Figures whose ends towards each other are open have no factor that is shown: it may be just above 1.
 */
export function effectIn({ pairs, measured }: NeedResult, id: string, than: string): number | undefined {
  const ratio = pairIn(pairs, than, id)?.ratio;
  if (ratio) return ratio.estimate;
  const [own, best] = [measured?.cells[id], measured?.cells[than]];
  const [a, b] = [numberOf(own), numberOf(best)];
  if (a === undefined || b === undefined) return undefined;
  if (isOpenBetween(own, best)) return 1;
  const total = own && isCount(own) ? own.total : undefined;
  if (total !== undefined) return (total - b + HALF) / (total - a + HALF);
  return a > 0 && b > 0 ? Math.max(a / b, b / a) : undefined;
}

/** Returns true if the ends of two figures that lie towards each other are open. */
const isOpenBetween = (own: Cell | undefined, best: Cell | undefined): boolean =>
  (own?.kind === 'bound' && own.side === 'at least') || (best?.kind === 'bound' && best.side === 'at most');
