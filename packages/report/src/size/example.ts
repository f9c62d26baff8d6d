import type { StrategyRates } from './measured.ts';
import { keeps, type ReaderCase } from './size.ts';

/** Bounds that readers think in, in milliseconds. */
const BOUNDS = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];

/**
 * Returns a case that the run answers: its lowest rate, as it is printed, and the bound that leaves the fewest
 * strategies unknown, and is kept by some if any is; undefined if the run answers none.
 *
 * @param printed writes a rate as the page does
 */
export function exampleOf(
  rated: readonly Pick<StrategyRates, 'rates'>[],
  printed: (rate: number) => number,
): ReaderCase | undefined {
  const rates = rated.flatMap((strategy) => strategy.rates.map(({ perSecond }) => perSecond));
  if (rates.length === 0) return undefined;
  const rate = printed(Math.min(...rates));
  const [best] = BOUNDS.map((p99) => {
    const answers = rated.map((strategy) => keeps(strategy, { rate, p99 }).answer);
    const known = answers.filter((answer) => answer !== 'not known').length;
    return { p99, known, isKept: answers.includes('yes') };
  })
    .filter(({ known }) => known > 0)
    .toSorted((a, b) => Number(b.isKept) - Number(a.isKept) || b.known - a.known || a.p99 - b.p99);
  return best && { rate, p99: best.p99 };
}
