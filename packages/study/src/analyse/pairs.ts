import { inverse, opposite } from '@cpu-bound/stats/verdict';
import { type Comparison, type Condition, kindOf, type MetricId, sameCondition } from '../model.ts';

/** Returns the same comparison, seen from the other side. */
export function turned(comparison: Comparison): Comparison {
  const { contestant, against, ratio, verdict } = comparison;
  return {
    ...comparison,
    contestant: against,
    against: contestant,
    ratio: inverse(ratio),
    verdict: opposite[verdict],
  };
}

/** Returns the comparisons in which a contestant takes part, from its side. */
export const pairsWith = (contestant: string, comparisons: readonly Comparison[]): Comparison[] =>
  comparisons.flatMap((pair) => {
    if (pair.contestant === contestant) return [pair];
    return pair.against === contestant ? [turned(pair)] : [];
  });

/** Finds the comparison of one contestant with another, in either direction. */
export const pairOf = (
  comparisons: readonly Comparison[],
  contestant: string,
  against: string,
): Comparison | undefined => pairsWith(contestant, comparisons).find((pair) => pair.against === against);

/**
 * Returns the comparisons of each contestant with its reference, in that direction, by the metrics that have a better
 * and a worse.
 *
 * @param referenceOf undefined for a contestant without one
 */
export const withReference = (
  comparisons: readonly Comparison[],
  referenceOf: (contestant: string) => string | undefined,
): Comparison[] =>
  comparisons
    .filter(({ metric }) => kindOf(metric).better)
    .flatMap((pair) => {
      if (referenceOf(pair.contestant) === pair.against) return [pair];
      return referenceOf(pair.against) === pair.contestant ? [turned(pair)] : [];
    });

export const pairsUnder = (
  comparisons: readonly Comparison[],
  metric: MetricId,
  condition: Condition,
): Comparison[] =>
  comparisons.filter((pair) => pair.metric === metric && sameCondition(pair.condition, condition));
