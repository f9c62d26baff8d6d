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
