import type { Interval } from './interval.ts';
import { pairedRatio } from './paired-ratio.ts';

/**
 * Two one-sided signed-rank tests at 5 %: a ÷ b is equivalent to 1 within the margin where its 90 % interval
 * lies inside [1/(1+m), 1+m] (Schuirmann, J. Pharmacokinet. Biopharm. 15, 1987). 90 %, because each side
 * spends its own 5 %. The only way here to say "no difference": failing to find one does not show it.
 *
 * @param a one value per round, positive, any unit
 * @param b the same rounds in the same unit
 * @param margin largest ratio − 1 that does not matter, e.g. 0.05
 * @returns the 90 % interval and whether it lies inside; never equivalent on fewer than 5 rounds
 * @throws RangeError for unequal arms, a value that is not positive, or a margin that is not
 */
export function equivalence(
  a: readonly number[],
  b: readonly number[],
  margin: number,
): { interval: Interval; equivalent: boolean } {
  const { p: _p, sigma: _sigma, ...interval } = pairedRatio(a, b, 0.9);
  return { interval, equivalent: !interval.indicative && liesWithin(interval, margin) };
}

/**
 * Whether all of [low, high], an interval of a ratio, lies within the margin [1/(1+m), 1+m].
 *
 * @throws RangeError for a margin that is not positive
 */
export function liesWithin(interval: { low: number; high: number }, margin: number): boolean {
  if (!(margin > 0)) throw new RangeError(`a margin must be positive, got ${margin}`);
  return interval.low >= 1 / (1 + margin) && interval.high <= 1 + margin;
}
