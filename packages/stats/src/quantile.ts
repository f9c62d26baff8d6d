/** Samples of one round, or one number per round. */
export type Samples = Float32Array | Float64Array | readonly number[];

/** A percentile is printed only if at least this many samples lie beyond it. */
const FEWEST_BEYOND = 20;

/**
 * The p-quantile of ascending samples, interpolated linearly between the two nearest: type 7 of
 * Hyndman & Fan, The American Statistician 50 (1996), the default of R and NumPy.
 *
 * @param sorted ascending, at least one, any unit
 * @param p in [0, 1]
 * @throws RangeError for no samples or p outside [0, 1]
 */
export function quantile(sorted: Samples, p: number): number {
  if (sorted.length === 0) throw new RangeError('quantile needs at least one sample, got none');
  if (!(p >= 0 && p <= 1)) throw new RangeError(`quantile needs p in [0, 1], got ${p}`);
  const position = (sorted.length - 1) * p;
  const index = Math.floor(position);
  const low = sorted[index] as number;
  const high = sorted[Math.min(index + 1, sorted.length - 1)] as number;
  return low + (position - index) * (high - low);
}

/** A sorted copy, ascending; the input is left as it is. */
export function sortedCopy(samples: Samples): Float64Array {
  return new Float64Array(samples).sort();
}

/** How many of n samples are expected beyond the p-quantile: n(1 − p), whole samples. */
export function samplesBeyond(n: number, p: number): number {
  // 200 × (1 − 0.9) is 19.999999999999996 in floating point.
  return Math.floor(n * (1 - p) + 1e-6);
}

/**
 * Whether n samples suffice for the p-quantile: at least 20 lie beyond it. With fewer, the share beyond it has a
 * relative error of more than 1/√20 = 22 %.
 */
export function isPrintable(n: number, p: number): boolean {
  return samplesBeyond(n, p) >= FEWEST_BEYOND;
}
