import { allPairs, type PairComparison } from './compare-pairs.ts';
import { pairsAmong } from './family.ts';
import type { Interval } from './interval.ts';
import { judge, type Look, looksOf } from './looks.ts';
import { ratioOf } from './rate-ratio.ts';
import { FEWEST_ROUNDS, isWithin, type RateArm, ratesWithin } from './rate-within.ts';
import { verdictOf } from './verdict.ts';

const roundsIn = (arms: readonly RateArm[]): number[] =>
  [...new Set(arms.flatMap(({ windows }) => windows.map(({ round }) => round)))].sort((a, b) => a - b);

/** What a comparison of a family needs beside its arms. */
type Judged = { readonly level?: number; readonly looks?: readonly Look[] };

/**
 * A difference is one of this many windows at least: so many of the better arm kept rates at or above which as many of
 * the worse one were late. Without that, two searches whose steps fall differently would be told apart by their steps.
 */
const WITNESSES = 3;

/** The windows of an arm on both sides of the target, as far as they are evidence. */
type Sides = {
  readonly id: string;
  /** Some windows kept the target, and some did not. */
  readonly isTwoSided: boolean;
  /** The highest rate that enough windows kept. */
  readonly most: number;
  /** The lowest rate that enough windows did not keep. */
  readonly least: number;
};

function sidesOf({ id, windows }: RateArm): Sides {
  const ascending = windows.toSorted((a, b) => a.perSecond - b.perSecond);
  const [kept, late] = [ascending.filter(isWithin), ascending.filter((window) => !isWithin(window))];
  return {
    id,
    isTwoSided: kept.length > 0 && late.length > 0,
    most: kept.at(-WITNESSES)?.perSecond ?? 0,
    least: late[WITNESSES - 1]?.perSecond ?? Number.POSITIVE_INFINITY,
  };
}

/** Extends the interval of a ratio to 1 on each side on which too few windows show a difference. */
const seenIn = (ratio: Interval, one: Sides, against: Sides): Interval => ({
  ...ratio,
  low: one.most >= against.least ? ratio.low : Math.min(1, ratio.low),
  high: against.most >= one.least ? ratio.high : Math.max(1, ratio.high),
});

/** Returns the arms with the rounds of the newest look, and the error that this look may make; undefined before the first. */
function atLook(arms: readonly RateArm[], { level = 0.95, looks }: Judged) {
  const family = { pairs: pairsAmong(arms.length), level };
  if (family.pairs === 0) return undefined;
  const rounds = roundsIn(arms);
  const planned = looks ? looksOf(family, looks) : [{ rounds: rounds.length, share: 1 }];
  const look = planned.findLast((each) => each.rounds <= rounds.length);
  if (!look || look.rounds < FEWEST_ROUNDS) return undefined;
  const counted = new Set(rounds.slice(0, look.rounds));
  const judged = arms.map(({ id, windows }) => ({
    id,
    windows: windows.filter(({ round }) => counted.has(round)),
  }));
  return { arms: judged, errorOfPair: (look.share * (1 - level)) / family.pairs };
}

/**
 * Compares the arms that have windows on both sides of the target, by the ratio of their rates, later ÷ earlier. The
 * intervals hold at once, at the looks. All arms count in the family, so that its size does not depend on the windows.
 */
export function compareRatesWithin(
  arms: readonly RateArm[],
  options: Judged & { readonly margin: number },
): PairComparison[] {
  const family = { pairs: pairsAmong(arms.length), level: options.level ?? 0.95 };
  if (family.pairs === 0) return [];
  const sides = new Map((atLook(arms, options)?.arms ?? arms).map((arm) => [arm.id, sidesOf(arm)]));
  const compared = arms.filter(({ id }) => sides.get(id)?.isTwoSided);
  const pairs = allPairs(compared);
  const judging = judge(roundsIn(arms), family, options.looks);
  return pairs.flatMap((pair) => {
    const [contestant, against] = pair;
    const other = new Set(roundsIn([against]));
    const common = roundsIn([contestant]).filter((round) => other.has(round));
    const interval = (rounds: readonly number[], level: number) =>
      ratioOf(compared, pairs, pair, rounds, level);
    const found = judging(new Map(common.map((round) => [round, round])), {
      interval,
      range: (rounds) => ({ ...interval(rounds, 0.95), indicative: true }),
    });
    if (!found) return [];
    const [one, another] = [sides.get(contestant.id), sides.get(against.id)];
    const ratio = one && another ? seenIn(found.ratio, one, another) : found.ratio;
    const verdict = verdictOf(ratio, { margin: options.margin, higherIsBetter: true });
    return [{ contestant: contestant.id, against: against.id, ratio, verdict }];
  });
}

/** A pair without a ratio: the windows of one arm, or of both, are all on one side of the target. */
export type BoundsComparison = Omit<PairComparison, 'ratio' | 'mde'>;

/**
 * Compares the pairs that {@link compareRatesWithin} leaves out. A difference is shown if their intervals lie apart, each
 * at the level of a pair: by Bonferroni's inequality the error of the family stays that of the look. None before a look.
 */
export function compareBoundsWithin(arms: readonly RateArm[], options: Judged): BoundsComparison[] {
  const judged = atLook(arms, options);
  if (!judged) return [];
  const figures = new Map(
    ratesWithin(judged.arms, 1 - judged.errorOfPair).map((figure) => [figure.id, figure]),
  );
  const isTwoSided = new Set(judged.arms.map(sidesOf).flatMap((arm) => (arm.isTwoSided ? [arm.id] : [])));
  return allPairs(judged.arms).flatMap(([{ id: contestant }, { id: against }]) => {
    const [one, other] = [figures.get(contestant), figures.get(against)];
    if (!one || !other || (isTwoSided.has(contestant) && isTwoSided.has(against))) return [];
    const verdict = one.low > other.high ? 'better' : other.low > one.high ? 'worse' : 'inconclusive';
    return [{ contestant, against, verdict }];
  });
}
