import type { Seconds, Trial } from '../model.ts';

/** How much the plan's own figures count against what was seen. */
const PRIOR_SECONDS: Seconds = 60;

/** How this machine's time compares with the plan's, learnt as the run goes. */
export type Pace = {
  done(expected: Seconds, took: Seconds): void;
  /** Seconds that a second of the plan takes here. */
  readonly factor: number;
};

export function createPace(): Pace {
  let expected = PRIOR_SECONDS;
  let took = PRIOR_SECONDS;
  return {
    done(planned, seen) {
      expected += planned;
      took += seen;
    },
    get factor() {
      return took / expected;
    },
  };
}

/** A trial that is still to be run, and what it takes at least. */
export type PendingTrial = { readonly trial: Trial; readonly expected: Seconds };

/**
 * The trials that fit into the time that is left: the important ones first, among equals the earlier rounds. What
 * does not fit makes room for a smaller one that matters less.
 *
 * @param remaining in the order of the plan
 * @param tolerance by how much all but fillers may exceed the time: a round that a verdict needs is worth that. A filler
 *   is for keeping the time: it is run where that ends nearer to it than not
 * @returns the same order
 */
export function whatFits(
  remaining: readonly PendingTrial[],
  secondsLeft: Seconds,
  tolerance: Seconds = 0,
): Trial[] {
  const byImportance = remaining
    .map((one, index) => ({ ...one, index }))
    .sort((a, b) => a.trial.importance - b.trial.importance || a.index - b.index);
  let left = secondsLeft;
  const kept = byImportance.filter(({ trial, expected }) => {
    if (expected > left + (trial.filler ? expected / 2 : tolerance)) return false;
    left -= expected;
    return true;
  });
  return kept.sort((a, b) => a.index - b.index).map(({ trial }) => trial);
}
