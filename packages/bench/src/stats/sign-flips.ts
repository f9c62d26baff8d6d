/**
 * Distribution of a sum in which each of the given ranks is present or absent with probability ½: the
 * signed-rank statistic under its null hypothesis, where the sign of every difference is a fair coin.
 *
 * Convolution one rank at a time, O(n · Σ ranks): exact up to rounding for a few hundred ranks.
 *
 * @param ranks non-negative integers (double the mid-ranks to make ties integers)
 * @returns probability of each sum 0 … Σ ranks
 */
export function signFlipDistribution(ranks: readonly number[]): Float64Array {
  const total = ranks.reduce((sum, rank) => sum + rank, 0);
  const probability = new Float64Array(total + 1);
  probability[0] = 1;
  let reached = 0;
  for (const rank of ranks) {
    reached += rank;
    // Downwards, so that probability[sum - rank] is still the one without this rank.
    for (let sum = reached; sum >= 0; sum--) {
      const without = probability[sum] as number;
      const withRank = sum >= rank ? (probability[sum - rank] as number) : 0;
      probability[sum] = (without + withRank) / 2;
    }
  }
  return probability;
}

/**
 * Twice the mid-ranks of the magnitudes |values|, as integers, in the order of `values`.
 *
 * Magnitudes closer than 10⁻¹² of the largest count as tied: ratios of quantised measurements tie in
 * exact arithmetic, and rounding in the logarithm must not decide their order.
 */
export function doubledMidRanks(values: readonly number[]): number[] {
  const order = values.map((value, index) => ({ size: Math.abs(value), index }));
  order.sort((a, b) => a.size - b.size);
  const tolerance = 1e-12 * (order.at(-1)?.size ?? 0);
  const ranks = new Array<number>(values.length);
  for (let first = 0; first < order.length; ) {
    const size = order[first]?.size ?? 0;
    let end = first + 1;
    while (end < order.length && (order[end]?.size ?? 0) - size <= tolerance) end++;
    // Ranks first+1 … end, whose mean is (first + 1 + end) / 2.
    for (const { index } of order.slice(first, end)) ranks[index] = first + 1 + end;
    first = end;
  }
  return ranks;
}
