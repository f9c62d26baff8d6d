/**
 * Where a ratio crosses 1 upwards for the last time, interpolated linearly in log(x) and log(ratio).
 *
 * @param points x > 0 and ratio > 0, in any order
 * @returns in the unit of x; undefined where the ratio is above 1 everywhere, or not above it at the largest x
 */
export function crossing(
  points: readonly { readonly x: number; readonly ratio: number }[],
): number | undefined {
  const ordered = [...points].sort((a, b) => a.x - b.x);
  const last = ordered.findLastIndex(({ ratio }) => ratio <= 1);
  const [below, above] = [ordered[last], ordered[last + 1]];
  if (!below || !above) return undefined;
  const share = -Math.log(below.ratio) / (Math.log(above.ratio) - Math.log(below.ratio));
  return Math.exp(Math.log(below.x) + share * (Math.log(above.x) - Math.log(below.x)));
}
