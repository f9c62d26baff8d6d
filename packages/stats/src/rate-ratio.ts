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
