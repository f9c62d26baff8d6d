import { mean } from './moments.ts';

/**
 * Factor by which autocorrelation inflates the variance of Kendall's S: with ρ_i the autocorrelation of the
 * ranks at lag i, 1 + 2/(n(n−1)(n−2)) · Σ (n−i)(n−i−1)(n−i−2) ρ_i (Hamed & Rao, J. Hydrology 204, 1998, eq. 8).
 *
 * Only lags from 1 to the last one significant in a row (ρ > 1.96/√n) enter: far lags of few bins are noise.
 * Negative autocorrelation is ignored, which can only make the test more careful.
 *
 * @param residuals detrended values in order, at least 3
 * @returns at least 1, without unit
 */
export function autocorrelationFactor(residuals: readonly number[]): number {
  const n = residuals.length;
  const ranks = midRanks(residuals);
  const centre = mean(ranks);
  const deviations = ranks.map((rank) => rank - centre);
  const power = deviations.reduce((sum, deviation) => sum + deviation ** 2, 0);
  if (power === 0) return 1;
  let sum = 0;
  for (let lag = 1; lag < n - 2; lag++) {
    let product = 0;
    for (let i = lag; i < n; i++) product += (deviations[i] as number) * (deviations[i - lag] as number);
    const correlation = product / power;
    if (correlation <= 1.96 / Math.sqrt(n)) break;
    sum += (n - lag) * (n - lag - 1) * (n - lag - 2) * correlation;
  }
  return 1 + (2 * sum) / (n * (n - 1) * (n - 2));
}

/** Rank of each value, in input order; ties share the mean of their ranks. */
function midRanks(values: readonly number[]): number[] {
  return values.map((value) => {
    const smaller = values.filter((other) => other < value).length;
    const equal = values.filter((other) => other === value).length;
    return smaller + (equal + 1) / 2;
  });
}
