import type { Comparison, ContestantFacts } from '../model.ts';
import { withReference } from './pairs.ts';

/** A contestant of this checkout, and the same contestant of the other checkout. */
export type CheckoutPair = { readonly after: ContestantFacts; readonly before: ContestantFacts };

/** The pairs that a run against another checkout compares; they have no peers. */
export const checkoutPairs = (contestants: readonly ContestantFacts[]): CheckoutPair[] =>
  contestants.flatMap((before) => {
    const after = contestants.find(({ id }) => id === before.peerOf);
    return after ? [{ after, before }] : [];
  });

/** Compares this checkout with the other one, in that direction, by each metric that has a better and a worse. */
export function afterToBefore(
  comparisons: readonly Comparison[],
  contestants: readonly ContestantFacts[],
): Comparison[] {
  const pairs = checkoutPairs(contestants);
  return withReference(comparisons, (id) => pairs.find(({ after }) => after.id === id)?.before.id);
}
