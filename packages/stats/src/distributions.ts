/** The largest z that {@link normalQuantile} returns; 1 − Φ(8) is below the precision of a double near 1. */
const LARGEST_Z = 8;

/**
 * Finds the z with Φ(z) = p, the quantile of the standard normal distribution.
 *
 * @param p in [0.5, 1)
 */
export const normalQuantile = (p: number): number => rootOf((z) => normalCdf(z) - p, LARGEST_Z);

/**
 * Finds the t with P(T ≤ t) = p, the quantile of Student's t distribution.
 *
 * @param p in [0.5, 1)
 * @param degrees of freedom, a whole number from 1 on
 */
export function studentQuantile(p: number, degrees: number): number {
  // The angle θ = atan(t / √ν) has bounds, which t lacks.
  const angle = rootOf((theta) => (1 + centralStudent(theta, degrees)) / 2 - p, Math.PI / 2);
  return Math.tan(angle) * Math.sqrt(degrees);
}

/**
 * Φ(z) = ½ + φ(z)·(z + z³/3 + z⁵/(3·5) + …) for z ≥ 0: Marsaglia, “Evaluating the normal distribution”, Journal of
 * Statistical Software 11(4), 2004. No term is negative, so nothing cancels.
 */
function normalCdf(z: number): number {
  let [sum, term] = [z, z];
  for (let divisor = 3; term > sum * Number.EPSILON; divisor += 2) {
    term *= (z * z) / divisor;
    sum += term;
  }
  return 0.5 + (sum * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
}

/**
 * P(|T| ≤ t) for θ = atan(t / √ν) and a whole ν: the finite sums 26.7.3 and 26.7.4 of Abramowitz & Stegun, Handbook of
 * Mathematical Functions, 1964.
 */
function centralStudent(theta: number, degrees: number): number {
  const odd = degrees % 2 === 1;
  const cosine = Math.cos(theta);
  let term = odd ? cosine : 1;
  let sum = degrees === 1 ? 0 : term;
  for (let k = odd ? 3 : 2; k <= degrees - 2; k += 2) {
    term *= ((k - 1) / k) * cosine * cosine;
    sum += term;
  }
  const series = Math.sin(theta) * sum;
  return odd ? (2 / Math.PI) * (theta + series) : series;
}

/** Finds where an increasing function is zero in [0, high], by bisection down to the precision of a double. */
function rootOf(increasing: (x: number) => number, high: number): number {
  let [below, above] = [0, high];
  for (let step = 0; step < 60; step++) {
    const middle = (below + above) / 2;
    if (increasing(middle) < 0) below = middle;
    else above = middle;
  }
  return above;
}
