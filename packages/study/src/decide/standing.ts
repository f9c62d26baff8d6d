import { inverse, opposite, type Verdict } from '@cpu-bound/stats/verdict';
import type { NeedResult, PairRelation, Standing } from '../model/decision.ts';

/** Returns the pair as seen from `id`; undefined if `id` is not part of it. */
export function seenFrom(id: string, pair: PairRelation): PairRelation | undefined {
  if (pair.one === id) return pair;
  if (pair.other !== id) return undefined;
  const { one, other, relation, ratio, ...rest } = pair;
  return {
    ...rest,
    one: other,
    other: one,
    relation: opposite[relation],
    ratio: ratio && inverse(ratio),
  };
}

/** Returns true if more rounds could decide a pair: it is inconclusive, or not judged yet. */
export const isOpenRelation = (relation: Verdict): boolean =>
  relation === 'inconclusive' || relation === 'not-judged';

/** Finds the pair of two options, as seen from the first. */
export const pairIn = (
  pairs: readonly PairRelation[],
  one: string,
  other: string,
): PairRelation | undefined =>
  pairs.flatMap((pair) => seenFrom(one, pair) ?? []).find((pair) => pair.other === other);

/** Returns the relation of `one` to `other`; a pair that was not compared is not judged. */
export const relationIn = (pairs: readonly PairRelation[], one: string, other: string): Verdict =>
  pairIn(pairs, one, other)?.relation ?? 'not-judged';

/**
 * Returns the standing of each compared option: of those that have a figure or are overloaded.
 *
 * @param compared ids, each once; pairs of other ids do not count
 */
export function standingsOf(
  compared: readonly string[],
  pairs: readonly PairRelation[],
  overloaded: readonly string[] = [],
): Record<string, Standing> {
  const others = (id: string) => compared.filter((other) => other !== id);
  const isBeaten = (id: string) => others(id).some((other) => relationIn(pairs, id, other) === 'worse');
  const unbeaten = compared.filter((id) => !isBeaten(id));
  const standing = (id: string): Standing => {
    if (overloaded.includes(id)) return { kind: 'overloaded' };
    if (isBeaten(id)) return { kind: 'behind', ...farthest(id, compared, pairs) };
    const relations = others(id).map((other) => relationIn(pairs, id, other));
    // An overloaded option is behind without a figure, so no look judges it.
    const judged = others(id).filter((other) => !overloaded.includes(other));
    const isOpen = judged.every((other) => relationIn(pairs, id, other) === 'not-judged');
    if (isOpen && (judged.length > 0 || relations.length === 0)) return { kind: 'not-judged' };
    if (relations.every((relation) => relation === 'better')) return { kind: 'best' };
    const rivals = unbeaten.filter((other) => other !== id);
    const isLevel =
      rivals.length > 0 && rivals.every((other) => relationIn(pairs, id, other) === 'equivalent');
    // The option has no open pair, and no other is better. So it is as good as the best, however the other pairs end.
    const isSettled = relations.includes('equivalent') && !relations.some(isOpenRelation);
    return { kind: isLevel || isSettled ? 'equivalent' : 'not-shown-behind' };
  };
  return Object.fromEntries(compared.map((id) => [id, standing(id)]));
}

/**
 * The option that is farthest ahead of this one, by a ratio whose interval excludes 1. Among equals the first name
 * wins, so that the order of the contestants does not matter.
 */
function farthest(id: string, compared: readonly string[], pairs: readonly PairRelation[]) {
  const [first] = pairs
    .flatMap((pair) => {
      const seen = seenFrom(id, pair);
      const back = seen && seenFrom(seen.other, pair);
      return back &&
        seen.relation === 'worse' &&
        compared.includes(back.one) &&
        back.ratio &&
        back.ratio.low > 1
        ? [{ than: back.one, factor: back.ratio }]
        : [];
    })
    .sort((a, b) => b.factor.estimate - a.factor.estimate || (a.than < b.than ? -1 : 1));
  return first ?? {};
}

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
