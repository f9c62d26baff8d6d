import { type Comparison, type ContestantFacts, kindOf } from '../model.ts';
import { turned } from './pairs.ts';

/** A contestant of this checkout, and the same of the other one. */
export type CheckoutPair = { readonly after: ContestantFacts; readonly before: ContestantFacts };

/** The comparisons in a run against another checkout, which has no peers. */
export const checkoutPairs = (contestants: readonly ContestantFacts[]): CheckoutPair[] =>
  contestants.flatMap((before) => {
    const after = contestants.find(({ id }) => id === before.peerOf);
    return after ? [{ after, before }] : [];
  });

/** The comparisons of this checkout with the other one, in that direction, of what has a better and a worse. */
export function afterToBefore(
  comparisons: readonly Comparison[],
  contestants: readonly ContestantFacts[],
): Comparison[] {
  const pairs = checkoutPairs(contestants);
  const isPair = (after: string, before: string) =>
    pairs.some((pair) => pair.after.id === after && pair.before.id === before);
  return comparisons
    .filter(({ metric }) => kindOf(metric).better)
    .flatMap((one) => {
      if (isPair(one.contestant, one.against)) return [one];
      return isPair(one.against, one.contestant) ? [turned(one)] : [];
    });
}
