import { assertRounds } from './checks.ts';
import { type Interval, observedRange } from './interval.ts';
import { hodgesLehmann, signedRankInterval } from './signed-rank.ts';

/**
 * The scale on which the rounds of a metric scatter symmetrically, as the signed-rank interval assumes:
 * - `geometric`: times, rates and sizes, which are positive, skewed and vary by factors;
 * - `arithmetic`: counts, shares and differences, which may be 0 or negative.
 */
export type Scale = 'geometric' | 'arithmetic';

/**
 * The location of the rounds of one contestant: the Hodges–Lehmann estimate with the exact signed-rank interval. With
 * too few rounds for an interval, it has the observed range.
 *
 * The scale belongs to the metric. If the data chose it, one round with a zero would give the estimates of two
 * contestants in one table different meanings.
 *
 * @param values one per round, any unit
 * @param options.scale of the metric
 * @param options.level wanted, in (0, 1); 0.95 by default
 * @throws RangeError for no values, one that is not finite, a level outside (0, 1), or a value ≤ 0 on the
 *   geometric scale
 */
export function location(
  values: readonly number[],
  { scale, level = 0.95 }: { readonly scale: Scale; readonly level?: number },
): Interval {
  assertRounds(values, 'location');
  if (scale === 'arithmetic') return pseudomedian(values, level);
  const bad = values.findIndex((value) => value <= 0);
  if (bad !== -1) {
    throw new RangeError(
      `a geometric scale needs positive values, round ${bad} is ${values[bad]}; { scale: 'arithmetic' } takes any`,
    );
  }
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
