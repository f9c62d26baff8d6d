import { type ArmPair, allPairs, type PairComparison } from './compare-pairs.ts';
import { studentQuantile } from './distributions.ts';
import { judge, type Look, looksOf } from './looks.ts';
import { mean } from './moments.ts';
import {
  ALLOWED,
  FEWEST_ROUNDS,
  isWithin,
  type RateArm,
  type RateWindow,
  ratesWithin,
} from './rate-within.ts';
import { type Family, type Interval, pairsAmong, verdictOf } from './verdict.ts';

/** Beyond this a window tells only on which side of the target it is: an overload is no worse than many late requests. */
const MOST_EXCESS = 1.6;

/**
 * The excess of late requests, as the logarithm of their number ÷ the allowed number. It is 0 at the target, and has no
 * unit. The halves keep it finite if no request was late.
 */
export const excessOf = ({ sent, late }: Pick<RateWindow, 'sent' | 'late'>): number =>
  Math.min(MOST_EXCESS, Math.max(-MOST_EXCESS, Math.log((late + 0.5) / (ALLOWED * sent + 0.5))));

/** Returns the number of late requests from which on a window's excess is the largest. */
export const mostExcessive = (sent: number): number =>
  Math.min(sent, Math.ceil(Math.exp(MOST_EXCESS) * (ALLOWED * sent + 0.5)));

/** The growth of the excess with ln rate is known before: 5 ± 3, from services with one and two servers (simulated). */
const USUAL_SLOPE = 5;
const SLOPE_SPREAD = 3;
/** The standard deviation of a window's excess at one rate: arrivals and the machine, in 5 s (simulated). */
const EXCESS_SPREAD = 0.9;
const PRIOR_WEIGHT = (EXCESS_SPREAD / SLOPE_SPREAD) ** 2;
/** Excess grows with the rate: a slope near 0 would put the figure anywhere. */
const LEAST_SLOPE = 2;

/** Returns the common slope of the excess over ln rate: least squares within each arm, and what is known before. */
function slopeOf(arms: readonly (readonly RateWindow[])[]): number {
  let [products, squares] = [PRIOR_WEIGHT * USUAL_SLOPE, PRIOR_WEIGHT];
  for (const windows of arms) {
    const rates = windows.map(({ perSecond }) => Math.log(perSecond));
    const centre = windows.length > 0 ? mean(rates) : 0;
    windows.forEach((window, index) => {
      const distance = (rates[index] ?? 0) - centre;
      products += distance * excessOf(window);
      squares += distance ** 2;
    });
  }
  return Math.max(LEAST_SLOPE, products / squares);
}

/** Returns the logarithm of each arm's rate at which the excess is 0; not a number for an arm without a window. */
function lnRates(arms: readonly (readonly RateWindow[])[]): number[] {
  const slope = slopeOf(arms);
  return arms.map((windows) =>
    windows.length === 0
      ? Number.NaN
      : mean(windows.map(({ perSecond }) => Math.log(perSecond))) - mean(windows.map(excessOf)) / slope,
  );
}

/** The difference of two ln rates from all rounds, and without each of them. */
type Estimate = { readonly all: number; readonly without: readonly number[] };

function differencesIn(
  arms: readonly RateArm[],
  pairs: readonly ArmPair<RateArm>[],
  rounds: readonly number[],
): Estimate[] {
  const differences = (some: readonly number[]): number[] => {
    const chosen = new Set(some);
    const rates = lnRates(arms.map(({ windows }) => windows.filter(({ round }) => chosen.has(round))));
    const rateOf = (arm: RateArm) => rates[arms.indexOf(arm)] ?? Number.NaN;
    return pairs.map(([contestant, against]) => rateOf(contestant) - rateOf(against));
  };
  const all = differences(rounds);
  const without = rounds.map((left) => differences(rounds.filter((round) => round !== left)));
  return all.map((difference, pair) => ({
    all: difference,
    without: without.flatMap((each) => (Number.isNaN(each[pair]) ? [] : [each[pair] ?? 0])),
  }));
}

/** The variance of an estimate by the jackknife (Miller, “The jackknife: a review”, Biometrika 61, 1974). */
function varianceOf({ without }: Estimate): number {
  const n = without.length;
  const centre = mean(without);
  return ((n - 1) / n) * without.reduce((sum, value) => sum + (value - centre) ** 2, 0);
}

/**
 * Estimates the ratio of the rates of a pair, later ÷ earlier, in these rounds (docs/adr/0055): its interval is exp(estimate
 * ± t × standard error). The rounds that are left out are the same for both, so a round in which the machine was slow for
 * all does not count. The least variance is the mean over the pairs: a few windows that happen to agree do not make one
 * more certain than the others are.
 *
 * @param pairs all pairs of these arms, which share the slope
 */
export function ratioOf(
  arms: readonly RateArm[],
  pairs: readonly ArmPair<RateArm>[],
  pair: ArmPair<RateArm>,
  rounds: readonly number[],
  level: number,
): Interval {
  const found = differencesIn(arms, pairs, rounds);
  const own = found[pairs.indexOf(pair)] ?? { all: 0, without: [] };
  const n = own.without.length;
  const variances = found.filter(({ without }) => without.length > 1).map(varianceOf);
  const half =
    n < 2
      ? Number.POSITIVE_INFINITY
      : studentQuantile(1 - (1 - level) / 2, n - 1) * Math.sqrt(Math.max(mean(variances), varianceOf(own)));
  return {
    estimate: Math.exp(own.all),
    low: Math.exp(own.all - half),
    high: Math.exp(own.all + half),
    level: n < 2 ? 0 : level,
    n,
    indicative: n < FEWEST_ROUNDS,
  };
}

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
