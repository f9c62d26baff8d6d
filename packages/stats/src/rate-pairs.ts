import { allPairs, type PairComparison } from './compare-pairs.ts';
import { type Family, pairsAmong } from './family.ts';
import type { Interval } from './interval.ts';
import { judge, type Look, looksOf } from './looks.ts';
import { ratioOf } from './rate-ratio.ts';
import { FEWEST_ROUNDS, isWithin, type RateArm, ratesWithin } from './rate-within.ts';
import { verdictOf } from './verdict.ts';

const roundsIn = (arms: readonly RateArm[]): number[] =>
  [...new Set(arms.flatMap(({ windows }) => windows.map(({ round }) => round)))].sort((a, b) => a - b);

/**
 * A difference is one of this many windows at least: so many of the better arm kept rates at or above which as many of
 * the worse one were late. Without that, two searches whose steps fall differently would be told apart by their steps.
 */
const WITNESSES = 3;

/** The windows of an arm on both sides of the target, as far as they are evidence. */
type Sides = {
  /** Some windows kept the target, and some did not. */
  readonly areBoth: boolean;
  /** The highest rate that enough windows kept. */
  readonly most: number;
  /** The lowest rate that enough windows did not keep. */
  readonly least: number;
};

function sidesOf({ windows }: RateArm): Sides {
  const ascending = windows.toSorted((a, b) => a.perSecond - b.perSecond);
  const [kept, late] = [ascending.filter(isWithin), ascending.filter((window) => !isWithin(window))];
  return {
    areBoth: kept.length > 0 && late.length > 0,
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

/** A pair without a ratio: the windows of one arm, or of both, are all on one side of the target. */
export type BoundsComparison = Omit<PairComparison, 'ratio' | 'mde'>;

type Options = { readonly margin: number; readonly level?: number; readonly looks?: readonly Look[] };

/**
 * Compares every pair of arms. Arms that have windows on both sides of the target are compared by the ratio of their
 * rates, later ÷ earlier, and the others without one. All intervals hold at once, at the looks. All arms count in the
 * family, so that its size does not depend on the windows.
 */
export function compareRatesWithin(
  arms: readonly RateArm[],
  { margin, level = 0.95, looks }: Options,
): { readonly ratios: PairComparison[]; readonly bounds: BoundsComparison[] } {
  const family = { pairs: pairsAmong(arms.length), level };
  if (family.pairs === 0) return { ratios: [], bounds: [] };
  const rounds = roundsIn(arms);
  const planned = looks ? looksOf(family, looks) : [{ rounds: rounds.length, share: 1 }];
  const look = planned.findLast((each) => each.rounds <= rounds.length);
  const counted = new Set(rounds.slice(0, look?.rounds));
  const judged = arms.map((arm) => ({
    id: arm.id,
    windows: arm.windows.filter(({ round }) => counted.has(round)),
  }));
  const sides = new Map(judged.map((arm) => [arm.id, sidesOf(arm)]));
  const ratios = ratiosOf(arms, sides, family, { margin, ...(looks && { looks }) });
  const isJudged = look && look.rounds >= FEWEST_ROUNDS;
  const errorOfPair = ((look?.share ?? 0) * (1 - level)) / family.pairs;
  return { ratios, bounds: isJudged ? boundsOf(judged, sides, errorOfPair) : [] };
}

function ratiosOf(
  arms: readonly RateArm[],
  sides: ReadonlyMap<string, Sides>,
  family: Family,
  { margin, looks }: Options,
): PairComparison[] {
  const compared = arms.filter(({ id }) => sides.get(id)?.areBoth);
  const pairs = allPairs(compared);
  const judging = judge(roundsIn(arms), family, looks);
  return pairs.flatMap((pair) => {
    const [contestant, against] = pair;
    const common = new Set(roundsIn([contestant])).intersection(new Set(roundsIn([against])));
    const interval = (rounds: readonly number[], level: number) =>
      ratioOf(compared, pairs, pair, rounds, level);
    const found = judging(new Map([...common].map((round) => [round, round])), {
      interval,
      range: (rounds) => ({ ...interval(rounds, 0.95), indicative: true }),
    });
    const [one, other] = [sides.get(contestant.id), sides.get(against.id)];
    if (!found || !one || !other) return [];
    const ratio = seenIn(found.ratio, one, other);
    const verdict = verdictOf(ratio, { margin, higherIsBetter: true });
    return [{ contestant: contestant.id, against: against.id, ratio, verdict }];
  });
}

/**
 * Compares the pairs without a ratio: a difference is shown if their intervals lie apart, each at the level of a pair. By
 * Bonferroni's inequality the error of the family stays that of the look.
 */
function boundsOf(
  arms: readonly RateArm[],
  sides: ReadonlyMap<string, Sides>,
  errorOfPair: number,
): BoundsComparison[] {
  return allPairs(ratesWithin(arms, 1 - errorOfPair)).flatMap(([one, other]) => {
    if (sides.get(one.id)?.areBoth && sides.get(other.id)?.areBoth) return [];
    const verdict = one.low > other.high ? 'better' : other.low > one.high ? 'worse' : 'inconclusive';
    return [{ contestant: one.id, against: other.id, verdict }];
  });
}
