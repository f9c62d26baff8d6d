import { inverse } from '@cpu-bound/stats/interval';
import { opposite } from '@cpu-bound/stats/verdict';
import type { Comparison, Condition, MetricId } from '../model.ts';
import { sameCondition } from '../model.ts';

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

/** Finds the comparison of one contestant with another, in either direction. */
export function pairOf(
  comparisons: readonly Comparison[],
  contestant: string,
  against: string,
): Comparison | undefined {
  const found = comparisons.find((one) => one.contestant === contestant && one.against === against);
  if (found) return found;
  const other = comparisons.find((one) => one.contestant === against && one.against === contestant);
  return other && turned(other);
}

/** Returns the comparisons of one metric under one condition. */
export const pairsUnder = (
  comparisons: readonly Comparison[],
  metric: MetricId,
  condition: Condition,
): Comparison[] =>
  comparisons.filter((one) => one.metric === metric && sameCondition(one.condition, condition));
