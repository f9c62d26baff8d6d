import { excludes, type Interval } from './interval.ts';

/**
 * The claims that a comparison may make.
 * - `better`, `worse`: different; the interval gives the size.
 * - `equivalent`: different by less than the margin, if at all.
 * - `inconclusive`: none of these was shown. It does not mean "no difference".
 * - `not-judged`: no look has been taken yet, so nothing was decided.
 */
export type Verdict = 'better' | 'worse' | 'equivalent' | 'inconclusive' | 'not-judged';

/** The verdict of the same pair, seen from the other side. */
export const opposite: Readonly<Record<Verdict, Verdict>> = {
  better: 'worse',
  worse: 'better',
  equivalent: 'equivalent',
  inconclusive: 'inconclusive',
  'not-judged': 'not-judged',
};

/**
 * The verdict on the ratio contestant ÷ other. It follows from the printed interval alone, so the verdict and the
 * interval cannot disagree. Equivalence is tested first: an interval inside the margin that excludes 1 shows a
 * difference too small to matter.
 *
 * @param ratio with its simultaneous interval; an `indicative` one (too few rounds) is not judged
 * @param options.margin ratio − 1 that does not matter, e.g. 0.05
 * @param options.higherIsBetter true for throughput, false for latency
 * @throws RangeError for a margin that is not positive
 */
export function verdictOf(
  ratio: Interval,
  { margin, higherIsBetter }: { readonly margin: number; readonly higherIsBetter: boolean },
): Verdict {
  if (ratio.indicative) return 'not-judged';
  if (liesWithin(ratio, margin)) return 'equivalent';
  if (!excludes(ratio, 1)) return 'inconclusive';
  return ratio.low > 1 === higherIsBetter ? 'better' : 'worse';
}

/**
 * Returns true if an interval of a ratio lies completely within the margin [1/(1+m), 1+m].
 *
 * @throws RangeError for a margin that is not positive
 */
export function liesWithin(interval: Pick<Interval, 'low' | 'high'>, margin: number): boolean {
  if (!(margin > 0)) throw new RangeError(`a margin must be positive, got ${margin}`);
  return interval.low >= 1 / (1 + margin) && interval.high <= 1 + margin;
}
