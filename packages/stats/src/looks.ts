import { type Family, fewestRoundsFor, type Interval, pairLevel, simultaneous } from './verdict.ts';

/** A look is an interim analysis of a growing study: its number of rounds, and its share of the error of all looks. */
export type Look = { readonly rounds: number; readonly share: number };

/**
 * The looks of every study, fixed before its first round (docs/adr/0033).
 *
 * The first has 3.6 of the 5 %: with ten rounds and six pairs, the exact test attains 3.5 % at 3.6 and at 5 %. So four
 * strategies that are judged once lose nothing by the looks that might have followed.
 */
export const LOOKS: readonly Look[] = [
  { rounds: 10, share: 0.72 },
  { rounds: 20, share: 0.14 },
  { rounds: 40, share: 0.14 },
];

/** The chance that an interval of this look misses, in the whole family. */
const errorOf = ({ share }: Look, { level }: Family) => share * (1 - level);

/**
 * The looks of a family. The first look of a large family is postponed until its intervals exist: to eleven rounds for
 * seven contestants.
 *
 * @throws RangeError as {@link pairLevel}
 */
export const looksOf = (family: Family, looks: readonly Look[] = LOOKS): Look[] =>
  looks.map((look) => ({
    ...look,
    rounds: Math.max(look.rounds, fewestRoundsFor(family.pairs, 1 - errorOf(look, family))),
  }));

/** The number of rounds at the first look of a family with this many pairs. */
export const firstLook = (pairs: number): number => nextLook(0, pairs) as number;

/** The number of rounds at the next look of a family with this many pairs; undefined after the last one. */
export const nextLook = (rounds: number, pairs: number): number | undefined =>
  looksOf({ pairs, level: 0.95 }).find((look) => look.rounds > rounds)?.rounds;

/** The two intervals of a pair's rounds: an exact one at a level, and the observed range. */
export type IntervalsOf<T> = {
  interval(rounds: readonly T[], level: number): Interval;
  range(rounds: readonly T[]): Interval;
};

/** The interval of a pair as a member of its family, and the interval of the pair for itself. */
export type PairIntervals = { readonly ratio: Interval; readonly own: Interval };

/** Judges one pair of a family by the rounds that both arms have; undefined if they have none in common. */
export type PairJudge = <T>(
  rounds: ReadonlyMap<number, T>,
  intervals: IntervalsOf<T>,
) => PairIntervals | undefined;

/**
 * Judges the pairs of a family by the newest look, by its rounds and its share of the error. So a later look, which
 * has twice the rounds, can withdraw a verdict.
 *
 * A look counts the rounds that any member of the family has. So a window without a figure neither delays a look nor
 * adds one; each pair has those of the rounds that both arms have. Rounds beyond the newest look wait for the next one.
 * Before the first look, a pair has the range of its rounds, and no verdict.
 *
 * @param rounds numbers of the rounds of all arms, in any order; they are taken in ascending order
 * @param looks absent: one, by all rounds
 */
export function judge(rounds: readonly number[], family: Family, looks?: readonly Look[]): PairJudge {
  const inOrder = [...new Set(rounds)].sort((a, b) => a - b);
  const planned = looks ? looksOf(family, looks) : [{ rounds: inOrder.length, share: 1 }];
  const newest = planned.findLast((look) => look.rounds <= inOrder.length);
  const counted = new Set(inOrder.slice(0, newest?.rounds));
  return (common, { interval, range }) => {
    const seen = [...common].flatMap(([round, value]) => (counted.has(round) ? [value] : []));
    if (seen.length === 0) return undefined;
    const own = newest
      ? interval(seen, pairLevel({ pairs: family.pairs, level: 1 - errorOf(newest, family) }))
      : range(seen);
    return { ratio: simultaneous(own, family.pairs), own };
  };
}
