/** The samples of one round, or one number for each round. */
export type Samples = Float32Array | Float64Array | readonly number[];

/**
 * Computes the p-quantile of ascending samples, interpolated linearly between the two nearest. It is type 7 of Hyndman
 * & Fan, The American Statistician 50 (1996), the default of R and NumPy.
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

/** Sorts a copy, ascending; the input stays as it is. */
export function sortedCopy(samples: Samples): Float64Array {
  return new Float64Array(samples).sort();
}

/**
 * The smallest sample with at least p of them at or below it: type 1 of Hyndman & Fan. It is one of the samples, so a
 * time that was cut off at a deadline is not mixed with one that was measured.
 *
 * @param sorted ascending, at least one, any unit
 * @param p in (0, 1]
 */
export function sampleAt(sorted: Samples, p: number): number {
  // In floating point, 0.07 × 100 is 7.000000000000001.
  return sorted[Math.ceil(p * sorted.length - 1e-9) - 1] as number;
}

/**
 * Returns true if a window of n samples has a p-quantile of its own. Up to p90, two samples must be expected beyond it,
 * which takes 20 samples for a p90. From p95 on, one must, so that a p99 takes 100 samples.
 */
export const carries = (n: number, p: number): boolean =>
  n + 1e-6 >= Math.max(Math.min(20, 2 / (1 - p)), 1 / (1 - p));
