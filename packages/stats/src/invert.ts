const STEPS = 24;

/**
 * The interval of all values that a test does not reject, by bisection from the estimate outwards on the logarithmic
 * scale.
 *
 * The test has to be monotone: if it rejects a value, it rejects every value further out.
 *
 * @param estimate positive; not rejected
 * @param within positive bounds of the search
 * @param test.tooLow whether the test rejects a value as too low
 * @param test.tooHigh whether the test rejects a value as too high
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
