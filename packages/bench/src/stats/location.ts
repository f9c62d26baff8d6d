import { assertRounds } from './checks.ts';
import { type Interval, observedRange } from './interval.ts';
import { hodgesLehmann, signedRankInterval } from './signed-rank.ts';

/**
 * Where the rounds of one contestant lie: the Hodges–Lehmann estimate with the exact signed-rank interval,
 * or the observed range where there are too few rounds for one.
 *
 * Times and rates are skewed and vary by factors, which the signed-rank interval's assumption of symmetry
 * forbids; their logarithms are closer to it. So the logarithm is taken where every value is positive.
 *
 * @param values one per round, any unit
 * @param level wanted, in (0, 1)
 * @param options.scale 'log' or 'linear'; left out, log where all values are positive
 * @throws RangeError for no values, one that is not finite, a level outside (0, 1), or the log of a value ≤ 0
 */
export function location(
  values: readonly number[],
  level = 0.95,
  options: { scale?: 'log' | 'linear' } = {},
): Interval {
  assertRounds(values, 'location');
  const positive = values.every((value) => value > 0);
  const scale = options.scale ?? (positive ? 'log' : 'linear');
  if (scale === 'linear') return pseudomedian(values, level);
  if (!positive) throw new RangeError("a value ≤ 0 has no logarithm; use { scale: 'linear' }");
  return pseudomedian(values.map(Math.log), level, Math.exp);
}

/**
 * Hodges–Lehmann estimate and exact interval of `values`, each of the three numbers mapped by `back`.
 *
 * @param back increasing; takes the values back to the unit to print
 * @throws RangeError as {@link location}
 */
export function pseudomedian(
  values: readonly number[],
  level: number,
  back: (value: number) => number = (value) => value,
): Interval {
  const estimate = back(hodgesLehmann(values));
  const exact = signedRankInterval(values, level);
  if (exact === undefined) return observedRange(estimate, values.map(back));
  return {
    estimate,
    low: back(exact.low),
    high: back(exact.high),
    level: exact.level,
    n: values.length,
    indicative: false,
  };
}
