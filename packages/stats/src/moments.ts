import type { Samples } from './quantile.ts';

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
