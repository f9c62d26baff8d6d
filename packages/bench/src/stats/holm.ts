/**
 * Holm's adjusted p-values, in the order of the input: with p ascending, the i-th smallest of m becomes
 * max over j ≤ i of min(1, (m − j + 1) · p_j). Rejecting where the result is ≤ α keeps the chance of any
 * false rejection in the family ≤ α, whatever the dependence between tests; the arms share a baseline, so
 * theirs do depend (Holm, Scand. J. Stat. 6, 1979; R's p.adjust).
 *
 * @param pValues each in [0, 1]; an empty family gives an empty result
 * @throws RangeError for a value outside [0, 1]
 */
export function holm(pValues: readonly number[]): number[] {
  const bad = pValues.find((p) => !(p >= 0 && p <= 1));
  if (bad !== undefined) throw new RangeError(`a p-value lies in [0, 1], got ${bad}`);
  const adjusted = [...pValues];
  let largest = 0;
  pValues
    .map((p, index) => ({ p, index }))
    .sort((x, y) => x.p - y.p)
    .forEach(({ p, index }, position) => {
      largest = Math.max(largest, Math.min(1, (pValues.length - position) * p));
      adjusted[index] = largest;
    });
  return adjusted;
}
