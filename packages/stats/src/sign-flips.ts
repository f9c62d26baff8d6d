/**
 * Distribution of the signed-rank statistic of n rounds under its null hypothesis. The statistic is the sum of the ranks
 * of the positive differences. Under the null hypothesis the sign of every difference is a fair coin.
 *
 * Convolution one rank at a time, O(n³): exact up to rounding for a few hundred rounds.
 *
 * @param n rounds, without ties
 * @returns probability of each sum 0 … n(n+1)/2
 */
export function signFlipDistribution(n: number): Float64Array {
  const probability = new Float64Array((n * (n + 1)) / 2 + 1);
  probability[0] = 1;
  let reached = 0;
  for (let rank = 1; rank <= n; rank++) {
    reached += rank;
    // The loop goes downwards, so that probability[sum - rank] is still the one without this rank.
    for (let sum = reached; sum >= 0; sum--) {
      const without = probability[sum] as number;
      const withRank = sum >= rank ? (probability[sum - rank] as number) : 0;
      probability[sum] = (without + withRank) / 2;
    }
  }
  return probability;
}

/** The Walsh averages that bound an interval of the signed-rank test. */
export type SignedRankBound = {
  /** The interval goes from the k-th smallest to the k-th largest average; 0 where n is too small for the level. */
  readonly k: number;
  /** Chance that the centre lies below that interval: P(W ≤ k − 1), less than (1 − level)/2. */
  readonly tail: number;
};

const bounds = new Map<string, SignedRankBound>();

/**
 * The largest k with P(W ≤ k − 1) < (1 − level)/2 for n rounds (Hollander, Wolfe & Chicken, Nonparametric
 * Statistical Methods, 2014, §3.3). Results are cached, because few different (n, level) occur, and often.
 *
 * @param level in (0, 1)
 */
export function signedRankBound(n: number, level: number): SignedRankBound {
  const key = `${n}/${level}`;
  const known = bounds.get(key);
  if (known) return known;
  const probability = signFlipDistribution(n);
  let k = 0;
  let tail = 0;
  while (tail + (probability[k] as number) < (1 - level) / 2) tail += probability[k++] as number;
  const bound = { k, tail };
  bounds.set(key, bound);
  return bound;
}
