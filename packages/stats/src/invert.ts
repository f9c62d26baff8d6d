const STEPS = 24;

/**
 * The interval of what a test does not reject, by bisection from the estimate outwards on the logarithmic scale.
 *
 * The test has to be monotone: what lies further out than something rejected is rejected, too.
 *
 * @param estimate positive; not rejected
 * @param within positive bounds, beyond which nothing is looked for
 * @param test.tooLow whether a value is rejected as too low, and `tooHigh` as too high
 */
export function inverted(
  estimate: number,
  within: { readonly low: number; readonly high: number },
  test: { tooLow(value: number): boolean; tooHigh(value: number): boolean },
): { low: number; high: number } {
  const bound = (far: number, rejects: (value: number) => boolean) => {
    if (!rejects(far)) return far;
    let [out, kept] = [Math.log(far), Math.log(estimate)];
    for (let step = 0; step < STEPS; step++) {
      const middle = (out + kept) / 2;
      if (rejects(Math.exp(middle))) out = middle;
      else kept = middle;
    }
    return Math.exp(kept);
  };
  return {
    low: Math.min(estimate, bound(within.low, test.tooLow)),
    high: Math.max(estimate, bound(within.high, test.tooHigh)),
  };
}
