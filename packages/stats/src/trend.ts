import { quantile, sortedCopy } from './moments.ts';

/** A slope, and an interval of 99 %. */
export type Slope = {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
  readonly n: number;
};

/** The normal quantile of a two-sided level of 99 %. */
const Z = 2.5758;
const LEAST_POINTS = 10;

/**
 * The Theil–Sen slope: the median of the slopes of all pairs of points, which a third of bad points cannot move. The
 * interval is Sen's, by Kendall's variance in its normal approximation (Sen 1968). It assumes independent residuals.
 * For a series that wanders, as memory does, it is too narrow, so a caller adds a margin.
 *
 * @param x ascending
 * @returns undefined for fewer than ten points
 */
export function theilSen(x: readonly number[], y: readonly number[]): Slope | undefined {
  const n = Math.min(x.length, y.length);
  if (n < LEAST_POINTS) return undefined;
  const slopes: number[] = [];
  for (let i = 0; i < n; i++)
    for (let j = i + 1; j < n; j++) {
      const run = (x[j] as number) - (x[i] as number);
      if (run > 0) slopes.push(((y[j] as number) - (y[i] as number)) / run);
    }
  const sorted = sortedCopy(slopes);
  const spread = Z * Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18);
  const at = (rank: number) => sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(rank)))] as number;
  return {
    estimate: quantile(sorted, 0.5),
    low: at((sorted.length - spread) / 2 - 1),
    high: at((sorted.length + spread) / 2),
    n,
  };
}
