/** Checks a fraction. @throws RangeError unless `value` is strictly between 0 and 1; the message calls it `name` */
export function assertFraction(value: number, name: string): void {
  if (!(value > 0 && value < 1)) {
    throw new RangeError(`${name} must lie strictly between 0 and 1, got ${value}`);
  }
}

/**
 * Checks the values of rounds.
 *
 * @throws RangeError if there are none or one of them is not finite; the message calls them `name`
 */
export function assertRounds(values: readonly number[], name: string): void {
  if (values.length === 0) throw new RangeError(`${name} needs at least one round, got none`);
  const bad = values.findIndex((value) => !Number.isFinite(value));
  if (bad !== -1) throw new RangeError(`${name} must be finite, round ${bad} is ${values[bad]}`);
}

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

/**
 * Arithmetic mean, in the unit of the samples.
 *
 * @throws RangeError for no samples
 */
export function mean(samples: Samples): number {
  if (samples.length === 0) throw new RangeError('mean needs at least one sample, got none');
  let sum = 0;
  for (const sample of samples) sum += sample;
  return sum / samples.length;
}

/**
 * Sample standard deviation (divisor n − 1), in the unit of the samples; two passes, so that a large mean
 * does not cancel the spread away.
 *
 * @throws RangeError for fewer than two samples, because one sample has no spread
 */
export function standardDeviation(samples: Samples): number {
  if (samples.length < 2) {
    throw new RangeError(`standardDeviation needs at least two samples, got ${samples.length}`);
  }
  const centre = mean(samples);
  let squares = 0;
  for (const sample of samples) squares += (sample - centre) ** 2;
  return Math.sqrt(squares / (samples.length - 1));
}

/** Geometric mean of positive samples, in their unit. @throws RangeError for no samples */
export const geometricMean = (samples: readonly number[]): number => Math.exp(mean(samples.map(Math.log)));

/**
 * The one value of a round: the median of its blocks, in their unit.
 *
 * A burst, a neighbour on the machine for a few seconds, hits whole windows. The mean carries it into the round, and
 * with a handful of rounds into the interval. The median of three or more blocks drops the one block that it hit. In a
 * simulation with bursts over 6 % of the windows, a difference of 5 % is found in 65 % of the pairs instead of 42 %. It
 * has 10 rounds of 4 blocks and 4 contestants (docs/adr/0011).
 *
 * @param blocks one value per window of the contestant in this round, any unit
 * @throws RangeError for no blocks
 */
export function summaryOf(blocks: readonly number[]): number {
  return quantile(sortedCopy(blocks), 0.5);
}
