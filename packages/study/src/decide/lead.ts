import type { NeedResult, PairRelation } from '../model.ts';
import { seenFrom } from './standing.ts';

/** Returns true if a need counts and compares at least two options. */
export const isCounted = ({ uncounted, pairs }: Pick<NeedResult, 'uncounted' | 'pairs'>): boolean =>
  uncounted === undefined && pairs.length > 0;

/** Returns true if no look has judged any option of a need: it decides nothing yet. */
export function isUnjudged({ standings }: Pick<NeedResult, 'standings'>): boolean {
  const kinds = new Set(Object.values(standings).map(({ kind }) => kind));
  return kinds.has('not-judged') && JUDGED.every((kind) => !kinds.has(kind));
}
const JUDGED = ['best', 'equivalent', 'behind', 'not-shown-behind'] as const;

/** Returns the pairs of a need in which an option takes part, from its side. */
export const seenBy = (option: string, { pairs }: Pick<NeedResult, 'pairs'>): PairRelation[] =>
  pairs.flatMap((pair) => seenFrom(option, pair) ?? []);

/** Returns the pairs in which the option was shown to be better. */
export const advantagesOf = (option: string, need: Pick<NeedResult, 'pairs'>): PairRelation[] =>
  seenBy(option, need).filter(({ relation }) => relation === 'better');
