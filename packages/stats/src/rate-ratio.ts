import type { ArmPair } from './compare-pairs.ts';
import { studentQuantile } from './distributions.ts';
import type { Interval } from './interval.ts';
import { mean } from './moments.ts';
import { ALLOWED, FEWEST_ROUNDS, type RateArm, type RateWindow } from './rate-within.ts';

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

/** Returns the difference of ln rates of each pair in these rounds, and without each of them. */
function differencesIn(
  arms: readonly RateArm[],
  pairs: readonly ArmPair<RateArm>[],
  rounds: readonly number[],
): (Estimate | undefined)[] {
  const found = new Map(jackknives(arms, rounds).map((jackknife, index) => [arms[index], jackknife]));
  return pairs.map(([contestant, against]) => {
    const [one, other] = [found.get(contestant), found.get(against)];
    if (!one || !other) return undefined;
    const without = [...one.without].flatMap(([round, value]) => {
      const its = other.without.get(round);
      return its === undefined ? [] : [value - its];
    });
    return { all: one.all - other.all, without };
  });
}

/**
 * Estimates the ratio of the rates of a pair, later ÷ earlier, in these rounds (docs/adr/0055). The rounds that are left
 * out are the same for both, so a round in which the machine was slow for all does not count.
 *
 * @param pairs all pairs of these arms, which share the slope and the least variance
 */
export function ratioOf(
  arms: readonly RateArm[],
  pairs: readonly ArmPair<RateArm>[],
  pair: ArmPair<RateArm>,
  rounds: readonly number[],
  level: number,
): Interval {
  const differences = differencesIn(arms, pairs, rounds);
  const { all, without } = differences[pairs.indexOf(pair)] ?? { all: 0, without: [] };
  return intervalOf(all, without, level, typicalVariance(differences.filter((found) => found !== undefined)));
}
