/** The most groups of rounds whose signs are flipped independently: 2^20 patterns, from two lists of 2^10 sums. */
const MOST_GROUPS = 20;

/**
 * Chance that the differences sum to at least this much if the sign of each is a fair coin. This is the null hypothesis
 * that the labels of the two arms can be swapped within any round (Fisher, The Design of Experiments, 1935, §21).
 *
 * Exact: it counts the subsets of rounds whose differences sum to 0 or less, among all 2^R. It combines the subset sums
 * of the two halves of the rounds. More than 20 rounds are flipped in 20 groups, which is exact too and loses little
 * power.
 *
 * @param differences one per round
 * @returns in (0, 1]
 */
export function chanceOfSum(differences: readonly number[]): number {
  const grouped = differences.slice(0, MOST_GROUPS);
  differences.slice(MOST_GROUPS).forEach((difference, index) => {
    grouped[index % MOST_GROUPS] = (grouped[index % MOST_GROUPS] as number) + difference;
  });
  const middle = grouped.length >>> 1;
  const first = subsetSums(grouped.slice(0, middle));
  const second = subsetSums(grouped.slice(middle));
  // Sums that are 0 but for rounding count as 0, whichever half they are put together from.
  const rounding = 1e-9 * grouped.reduce((sum, difference) => sum + Math.abs(difference), 0);
  let count = 0;
  let fitting = 0;
  for (let at = second.length - 1; at >= 0; at--) {
    const most = rounding - (second[at] as number);
    while (fitting < first.length && (first[fitting] as number) <= most) fitting++;
    count += fitting;
  }
  return count / 2 ** grouped.length;
}

/** The sums of all 2^n subsets, ascending. */
function subsetSums(values: readonly number[]): Float64Array {
  const sums = new Float64Array(2 ** values.length);
  values.forEach((value, index) => {
    const known = 2 ** index;
    for (let at = 0; at < known; at++) sums[known + at] = (sums[at] as number) + value;
  });
  return sums.sort();
}
