import { type Family, fewestRoundsFor, pairLevel, simultaneous } from './family.ts';
import type { Interval } from './interval.ts';

/** When a study that grows is judged: after so many rounds, with this share of the error that all looks have together. */
export type Look = { readonly rounds: number; readonly share: number };

/**
 * The looks of every study, fixed before its first round (docs/adr/0033).
 *
 * The first has 3.6 of the 5 %: of ten rounds and six pairs the exact test attains 3.5 % at 3.6 and at 5 %. So four
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
 * The looks as a family has them. The first of a large one is put off until its intervals exist: to eleven rounds for
 * seven contestants.
 *
 * @throws RangeError as {@link pairLevel}
 */
export const looksOf = (family: Family, looks: readonly Look[] = LOOKS): Look[] =>
  looks.map((look) => ({
    ...look,
    rounds: Math.max(look.rounds, fewestRoundsFor(family.pairs, 1 - errorOf(look, family))),
  }));

/** After how many rounds a family of so many pairs is judged for the first time. */
export const firstLook = (pairs: number): number => nextLook(0, pairs) as number;

/** After how many rounds a family of so many pairs that has some is judged next; undefined after the last look. */
export const nextLook = (rounds: number, pairs: number): number | undefined =>
  looksOf({ pairs, level: 0.95 }).find((look) => look.rounds > rounds)?.rounds;

/** The intervals of a pair's rounds: an exact one at a level, and the range of what was observed. */
export type IntervalsOf<T> = {
  interval(rounds: readonly T[], level: number): Interval;
  range(rounds: readonly T[]): Interval;
};

/** A pair as it is judged: its interval as one of the family, and its own of the newest look. */
export type Judged = { readonly ratio: Interval; readonly newest: Interval };

/** Judges one pair of a family by the rounds that both have; undefined where they have none in common. */
export type Judging = <T>(rounds: ReadonlyMap<number, T>, of: IntervalsOf<T>) => Judged | undefined;

/**
 * Judges the pairs of a family at the looks that have come.
 *
 * A look counts the rounds that anybody of the family has, so that a window without a figure neither delays a look nor
 * makes another one; each pair has those of them that it has in common. Rounds beyond the newest look wait for the next
 * one. Before the first look a pair has the range of its rounds, and no verdict.
 *
 * @param rounds numbers of the rounds of all arms, in any order; they are taken in ascending order
 * @param looks absent: one, by all rounds
 */
export function judge(rounds: readonly number[], family: Family, looks?: readonly Look[]): Judging {
  const inOrder = [...new Set(rounds)].sort((a, b) => a - b);
  const planned = looks ? looksOf(family, looks) : [{ rounds: inOrder.length, share: 1 }];
  const taken = planned
    .filter((look) => look.rounds <= inOrder.length)
    .map((look) => ({
      rounds: new Set(inOrder.slice(0, look.rounds)),
      level: pairLevel({ pairs: family.pairs, level: 1 - errorOf(look, family) }),
    }));
  return (common, { interval, range }) => {
    if (common.size === 0) return undefined;
    const [first, ...later] = taken.flatMap((look) => {
      const of = [...common].flatMap(([round, value]) => (look.rounds.has(round) ? [value] : []));
      return of.length === 0 ? [] : [interval(of, look.level)];
    });
    const newest = later.at(-1) ?? first ?? range([...common.values()]);
    return { ratio: together([first ?? newest, ...later], family.pairs), newest };
  };
}

/**
 * What the intervals of a pair at all looks so far say together: where all of them hold, the truth lies in each. What one
 * look has shown, the next cannot take back. Where two have nothing in common, one of them missed: then all that they span.
 *
 * @param own intervals of one pair at its looks, in order
 * @param pairs of the family
 * @returns the estimate of the newest, brought within the bounds; the level at which all intervals of all pairs hold
 */
export function together(own: readonly [Interval, ...Interval[]], pairs: number): Interval {
  const newest = own.at(-1) as Interval;
  const exact = own.filter(({ indicative }) => !indicative);
  if (exact.length === 0) return simultaneous(newest, pairs);
  const [lows, highs] = [exact.map(({ low }) => low), exact.map(({ high }) => high)];
  const agree = Math.max(...lows) <= Math.min(...highs);
  const low = agree ? Math.max(...lows) : Math.min(...lows);
  const high = agree ? Math.min(...highs) : Math.max(...highs);
  const missed = exact.reduce((sum, { level }) => sum + pairs * (1 - level), 0);
  return {
    estimate: Math.min(high, Math.max(low, newest.estimate)),
    low,
    high,
    level: Math.max(0, 1 - missed),
    n: newest.n,
    indicative: false,
  };
}
