import { studentQuantile } from './distributions.ts';
import type { Interval } from './verdict.ts';

/** A positive quantity of one run: its interval, and the coverage of that interval for itself. */
export type RunInterval = { readonly interval: Interval; readonly ownLevel: number };

/**
 * The ratio later ÷ earlier of a quantity in two independent runs, which have no rounds in common.
 *
 * It follows from the two intervals alone, on the logarithmic scale, by MOVER (method of variance estimates recovery:
 * Zou & Donner, Statistics in Medicine 27, 2008). First each half-width is widened to the level that all `family`
 * ratios need to hold at once (Bonferroni). The factor is that of Student's t for a mean of as many rounds.
 *
 * @param family how many ratios are read together
 * @returns undefined if one has too few rounds for an interval, or bounds that are not positive
 */
export function ratioBetween(
  earlier: RunInterval,
  later: RunInterval,
  family: number,
  level = 0.95,
): Interval | undefined {
  const pairLevel = 1 - (1 - level) / family;
  const [a, b] = [widened(earlier, pairLevel), widened(later, pairLevel)];
  if (!a || !b) return undefined;
  const difference = b.estimate - a.estimate;
  const down = Math.hypot(b.estimate - b.low, a.high - a.estimate);
  const up = Math.hypot(b.high - b.estimate, a.estimate - a.low);
  return {
    estimate: Math.exp(difference),
    low: Math.exp(difference - down),
    high: Math.exp(difference + up),
    level,
    n: Math.min(earlier.interval.n, later.interval.n),
    indicative: false,
  };
}

const twoSided = (level: number, n: number) => studentQuantile(1 - (1 - level) / 2, n - 1);

/** Takes logarithms, and widens the interval to the level that is needed. */
function widened({ interval, ownLevel }: RunInterval, pairLevel: number) {
  const { low, high, estimate, indicative, n } = interval;
  if (indicative || !(low > 0) || !Number.isFinite(high) || !(ownLevel > 0 && ownLevel < 1)) return undefined;
  const factor = Math.max(1, twoSided(pairLevel, n) / twoSided(ownLevel, n));
  const [center, below, above] = [estimate, low, high].map(Math.log) as [number, number, number];
  return {
    estimate: center,
    low: center - factor * (center - below),
    high: center + factor * (above - center),
  };
}
