/** Seconds left, from the plan's expectation scaled by how the run has gone so far. */
export type Estimate = { done(index: number): void; secondsLeft(): number };

/** How much the plan's own figures count against what was seen, in trials. */
const PRIOR_TRIALS = 3;

/** @param now milliseconds of any steady clock */
export function createEstimate(expected: readonly number[], now: () => number): Estimate {
  const start = now();
  const sum = (seconds: readonly number[]) => seconds.reduce((total, one) => total + one, 0);
  let finished = 0;
  return {
    done(index) {
      finished = index + 1;
    },
    secondsLeft() {
      const planned = sum(expected.slice(0, finished));
      const seen = (now() - start) / 1000;
      const prior = (sum(expected) / Math.max(1, expected.length)) * PRIOR_TRIALS;
      const pace = finished === 0 ? 1 : (seen + prior) / (planned + prior);
      return sum(expected.slice(finished)) * pace;
    },
  };
}
