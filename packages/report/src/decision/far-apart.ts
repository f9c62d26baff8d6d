import type { Price } from '@cpu-bound/study/decide/answer';
import { type Amount, type Cell, isCount, type NeedResult, singleNumber } from '@cpu-bound/study/model';

/** Ranges this far apart are named, although their rounds are too few for a verdict. */
const FAR_APART = 2;
const LEAST_ROUNDS = 2;

/** Returns the number of a cell, or its count of lost requests or jobs; none if that count is not compared with others’. */
function amountIn(cell: Cell | undefined): Amount | undefined {
  if (!cell || !isCount(cell)) return singleNumber(cell);
  return cell.kind === 'around a fault' && cell.apart !== undefined ? undefined : cell.count;
}

/** Finds the need in which the ranges of an option and another lie farthest apart, to the option's disadvantage. */
export function farApart(
  needs: readonly NeedResult[],
  option: string,
  others: readonly string[],
): (Price & { readonly rounds: number }) | undefined {
  const apart = needs.flatMap((need) =>
    others.flatMap((other) => {
      const { measured } = need;
      const [own, theirs] = [amountIn(measured?.cells[option]), amountIn(measured?.cells[other])];
      if (measured?.better === 'higher' || !own || !theirs) return [];
      const isRange = [own, theirs].every(({ indicative, n }) => indicative && n >= LEAST_ROUNDS);
      if (!isRange || own.low <= FAR_APART * theirs.high) return [];
      return [{ need, other, rounds: Math.min(own.n, theirs.n), by: own.low / theirs.high }];
    }),
  );
  return apart.toSorted((a, b) => b.by - a.by)[0];
}
