import type { NeedResult, PairRelation } from '../model.ts';
import { seenFrom } from './standing.ts';

/** Returns true if a need counts and compares at least two options. */
export const isCounted = ({ uncounted, pairs }: Pick<NeedResult, 'uncounted' | 'pairs'>): boolean =>
  uncounted === undefined && pairs.length > 0;

/** Returns true if a need compares options, and no look has judged any pair of them: it decides nothing yet. */
export const isUnjudged = ({ pairs }: Pick<NeedResult, 'pairs'>): boolean =>
  pairs.length > 0 && pairs.every(({ relation }) => relation === 'not-judged');

/** Returns the pairs of a need in which an option takes part, from its side. */
export const seenBy = (option: string, { pairs }: Pick<NeedResult, 'pairs'>): PairRelation[] =>
  pairs.flatMap((pair) => seenFrom(option, pair) ?? []);

/** Returns the pairs in which the option was shown to be better. */
export const advantagesOf = (option: string, need: Pick<NeedResult, 'pairs'>): PairRelation[] =>
  seenBy(option, need).filter(({ relation }) => relation === 'better');
