import { assertFraction } from './checks.ts';
import type { Interval } from './interval.ts';

/** The comparisons that are read together: every pair of the arms of one table. */
export type Family = {
  readonly pairs: number;
  /** The chance that all intervals of the family hold at once, in (0, 1). */
  readonly level: number;
};

/** Pairs among k arms: k(k − 1)/2. */
export function pairsAmong(arms: number): number {
  return (arms * (arms - 1)) / 2;
}

/**
 * The level that each pair's own interval needs: 1 − (1 − level)/pairs (Bonferroni). It holds whatever the dependence
 * between the pairs, which have arms, rounds and bursts in common.
 *
 * @throws RangeError for a level outside (0, 1), or fewer pairs than one
 */
export function pairLevel({ pairs, level }: Family): number {
  assertFraction(level, 'level');
  if (!Number.isSafeInteger(pairs) || pairs < 1) {
    throw new RangeError(`a family needs a positive number of pairs, got ${pairs}`);
  }
  return 1 - (1 - level) / pairs;
}

/** The interval of one pair, with the level of its family: the bounds stay, and all intervals hold at once at this level. */
export function simultaneous(interval: Interval, pairs: number): Interval {
  return { ...interval, level: Math.max(0, 1 - pairs * (1 - interval.level)) };
}

/**
 * The fewest rounds with which a family has intervals at all. The widest interval is the range of the n rounds. It misses
 * the true value with probability 2^(1 − n), which must be below (1 − level)/pairs. At 95 % that needs 6 rounds for one
 * pair, 7 for three, 8 for six (4 arms), 9 for ten, 10 for fifteen (6 arms).
 *
 * @throws RangeError as {@link pairLevel}
 */
export function fewestRoundsFor(pairs: number, level = 0.95): number {
  return 2 + Math.floor(-Math.log2(1 - pairLevel({ pairs, level })));
}
