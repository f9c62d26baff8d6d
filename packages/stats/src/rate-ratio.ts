import { allPairs, type PairComparison } from './compare-pairs.ts';
import { studentQuantile } from './distributions.ts';
import { pairsAmong } from './family.ts';
import type { Interval } from './interval.ts';
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
import { verdictOf } from './verdict.ts';

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

/** Returns the logarithm of each arm's rate at which the excess is 0; undefined for an arm without a window. */
function lnRates(arms: readonly (readonly RateWindow[])[]): (number | undefined)[] {
  const slope = slopeOf(arms);
  return arms.map((windows) =>
    windows.length === 0
      ? undefined
      : mean(windows.map(({ perSecond }) => Math.log(perSecond))) - mean(windows.map(excessOf)) / slope,
  );
}

/** An arm's ln rate from all rounds, and without each of them. */
type Jackknife = { readonly all: number; readonly without: ReadonlyMap<number, number> };

function jackknives(arms: readonly RateArm[], rounds: readonly number[]): (Jackknife | undefined)[] {
  const chosen = new Set(rounds);
  const windows = arms.map((arm) => arm.windows.filter(({ round }) => chosen.has(round)));
  const all = lnRates(windows);
  const without = rounds.map((left) =>
    lnRates(windows.map((ofArm) => ofArm.filter(({ round }) => round !== left))),
  );
  return arms.map((_, index) => {
    const whole = all[index];
    if (whole === undefined) return undefined;
    return {
      all: whole,
      without: new Map(
        rounds.flatMap((round, place) => {
          const value = without[place]?.[index];
          return value === undefined ? [] : [[round, value] as const];
        }),
      ),
    };
  });
}

/** The variance of an estimate by the jackknife (Miller, “The jackknife: a review”, Biometrika 61, 1974). */
function varianceOf(without: readonly number[]): number {
  const n = without.length;
  const centre = mean(without);
  return ((n - 1) / n) * without.reduce((sum, value) => sum + (value - centre) ** 2, 0);
}

/** Returns the interval exp(estimate ± t × standard error). */
function intervalOf(estimate: number, without: readonly number[], level: number, least = 0): Interval {
  const n = without.length;
  if (n < 2)
    return {
      estimate: Math.exp(estimate),
      low: 0,
      high: Number.POSITIVE_INFINITY,
      level: 0,
      n,
      indicative: true,
    };
  const variance = Math.max(least, varianceOf(without));
  const half = studentQuantile(1 - (1 - level) / 2, n - 1) * Math.sqrt(variance);
  return {
    estimate: Math.exp(estimate),
    low: Math.exp(estimate - half),
    high: Math.exp(estimate + half),
    level,
    n,
    indicative: n < FEWEST_ROUNDS,
  };
}

const roundsIn = (arms: readonly RateArm[]): number[] =>
  [...new Set(arms.flatMap(({ windows }) => windows.map(({ round }) => round)))].sort((a, b) => a - b);

/** An estimate from all rounds, and without each of them. */
type Estimate = { readonly all: number; readonly without: readonly number[] };

/**
 * The mean variance of several estimates, the least that each has: a few windows that happen to agree do not make one
 * more certain than the others are.
 */
function typicalVariance(found: readonly Estimate[]): number {
  const variances = found.flatMap(({ without }) => (without.length < 2 ? [] : [varianceOf(without)]));
  return variances.length === 0 ? 0 : mean(variances);
}

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
  const rounds = roundsIn(arms);
  const family = { pairs: pairsAmong(arms.length), level };
  const planned = looks ? looksOf(family, looks) : [{ rounds: rounds.length, share: 1 }];
  const look = planned.findLast((each) => each.rounds <= rounds.length);
  if (!look || family.pairs === 0) return undefined;
  const counted = new Set(rounds.slice(0, look.rounds));
  const judged = arms.map(({ id, windows }) => ({
    id,
    windows: windows.filter(({ round }) => counted.has(round)),
  }));
  return { arms: judged, errorOfPair: (look.share * (1 - level)) / family.pairs };
}

/**
 * Compares the arms that have windows on both sides of the target, by the ratio of these rates, later ÷ earlier. The
 * rounds that are left out are the same for both, so a round in which the machine was slow for all does not count. The
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
  return pairs.flatMap(([contestant, against]) => {
    const other = new Set(roundsIn([against]));
    const common = roundsIn([contestant]).filter((round) => other.has(round));
    const ratioOf = (rounds: readonly number[], level: number): Interval => {
      const differences = differencesIn(compared, pairs, rounds);
      const { all, without } = differences.get(pairKey(contestant, against)) ?? { all: 0, without: [] };
      return intervalOf(all, without, level, typicalVariance([...differences.values()]));
    };
    const found = judging(new Map(common.map((round) => [round, round])), {
      interval: ratioOf,
      range: (rounds) => ({ ...ratioOf(rounds, 0.95), indicative: true }),
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

const pairKey = (contestant: RateArm, against: RateArm) => `${contestant.id}/${against.id}`;

/** Returns the difference of ln rates of each pair in these rounds, and without each of them. */
function differencesIn(
  arms: readonly RateArm[],
  pairs: readonly (readonly [RateArm, RateArm])[],
  rounds: readonly number[],
): Map<string, Estimate> {
  const found = new Map(jackknives(arms, rounds).map((jackknife, index) => [arms[index], jackknife]));
  return new Map(
    pairs.flatMap(([contestant, against]) => {
      const [one, other] = [found.get(contestant), found.get(against)];
      if (!one || !other) return [];
      const without = [...one.without].flatMap(([round, value]) => {
        const its = other.without.get(round);
        return its === undefined ? [] : [value - its];
      });
      return [[pairKey(contestant, against), { all: one.all - other.all, without }] as const];
    }),
  );
}
