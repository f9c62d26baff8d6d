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

/**
 * Computes the chance that one of two groups has at least this number of the marked members, if marks are dealt at
 * random. It is the one-sided p-value of Fisher's exact test (Fisher 1935), which is also the exact permutation test of
 * two counts.
 *
 * @param one how many of the group are marked, and its size
 * @param other the same of the group that it is compared with
 * @returns a probability in [0, 1]
 * @throws RangeError for a count that is negative, not whole, or larger than its group
 */
export function chanceOfSoMany(one: MarkedCount, other: MarkedCount): number {
  for (const { marked, size } of [one, other])
    if (!Number.isSafeInteger(size) || !Number.isSafeInteger(marked) || marked < 0 || marked > size)
      throw new RangeError(`${marked} of ${size} is no count of members`);
  const marked = one.marked + other.marked;
  const all = one.size + other.size;
  const largest = Math.min(one.size, marked);
  let chance = 0;
  for (let count = one.marked; count <= largest; count++)
    if (marked - count <= other.size)
      chance += Math.exp(
        lnChoose(one.size, count) + lnChoose(other.size, marked - count) - lnChoose(all, marked),
      );
  return Math.min(1, chance);
}

/** The members of a group, and the number of them that are marked. */
export type MarkedCount = { readonly marked: number; readonly size: number };

/** The logarithm of the number of ways to choose `k` of `n`. */
function lnChoose(n: number, k: number): number {
  let sum = 0;
  for (let i = 1; i <= k; i++) sum += Math.log(n - k + i) - Math.log(i);
  return sum;
}
