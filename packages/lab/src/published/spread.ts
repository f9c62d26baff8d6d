/** The runs with the lowest, the median and the highest value; undefined without a run. */
export function spreadOf<T>(
  runs: readonly T[],
  numberOf: (run: T) => number,
): { readonly low: T; readonly median: T; readonly high: T } | undefined {
  const sorted = runs.toSorted((a, b) => numberOf(a) - numberOf(b));
  const [low] = sorted;
  const median = sorted[Math.floor(sorted.length / 2)];
  const high = sorted.at(-1);
  return low === undefined || median === undefined || high === undefined ? undefined : { low, median, high };
}
