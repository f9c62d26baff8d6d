import { answerCase, type ReaderCase } from './case.ts';
import type { Measurements } from './measured.ts';

/** Bounds that readers think in, in milliseconds. */
const BOUNDS = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];

/**
 * Returns a case that the run answers: its lowest rate, as it is printed, and the target of its search. Without a search
 * it is the bound that leaves the fewest strategies unknown, and is kept by some if any is; undefined if there is none.
 *
 * @param printed writes a rate as the page does
 */
export function exampleOf(measured: Measurements, printed: (rate: number) => number): ReaderCase | undefined {
  const rates = measured.strategies.flatMap((strategy) => strategy.rates.map(({ perSecond }) => perSecond));
  if (rates.length === 0) return undefined;
  const rate = printed(Math.min(...rates));
  if (measured.search) return { rate, p99: measured.search.targetMs };
  const [best] = BOUNDS.map((p99) => {
    const { strategies } = answerCase(measured, { rate, p99 });
    const known = strategies.filter(({ state }) => state !== 'unknown').length;
    return { p99, known, isKept: strategies.some(({ state }) => state === 'kept') };
  })
    .filter(({ known }) => known > 0)
    .toSorted((a, b) => Number(b.isKept) - Number(a.isKept) || b.known - a.known || a.p99 - b.p99);
  return best && { rate, p99: best.p99 };
}
