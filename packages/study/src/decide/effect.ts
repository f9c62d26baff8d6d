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
 * counts it is the factor between the requests that were answered. Undefined without two figures.
 */
export function effectIn({ pairs, measured }: NeedResult, id: string, than: string): number | undefined {
  const ratio = pairIn(pairs, than, id)?.ratio;
  if (ratio) return ratio.estimate;
  const [own, best] = [measured?.cells[id], measured?.cells[than]];
  const [a, b] = [numberOf(own), numberOf(best)];
  if (a === undefined || b === undefined) return undefined;
  const total = own && isCount(own) ? own.total : undefined;
  return total === undefined ? Math.max(a / b, b / a) : (total - b + HALF) / (total - a + HALF);
}
