import type { Seconds, Trial } from '../model.ts';

/** The weight of the plan's own figures against the times that were measured. */
const PRIOR_SECONDS: Seconds = 60;

/** The ratio of this machine's times to the plan's, learnt during the run. */
export type Pace = {
  done(expected: Seconds, took: Seconds): void;
  /** The seconds that one second of the plan takes here. */
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

/** A trial that is still to be run, and the least time that it takes. */
export type PendingTrial = { readonly trial: Trial; readonly expected: Seconds };

/**
 * Selects the trials that fit into the time that is left: the important ones first, and among equals the earlier
 * rounds. A trial that does not fit makes room for a smaller one that matters less.
 *
 * @param remaining in the order of the plan
 * @param tolerance the excess that all but fillers may have: a round that a verdict needs is worth that. A filler only
 *   fills the time: it is run where it ends nearer to it than the run would without it
 * @returns the same order
 */
export function whatFits(
  remaining: readonly PendingTrial[],
  secondsLeft: Seconds,
  tolerance: Seconds = 0,
): Trial[] {
  const byImportance = remaining
    .map((pending, index) => ({ ...pending, index }))
    .sort((a, b) => a.trial.importance - b.trial.importance || a.index - b.index);
  let unspent = secondsLeft;
  const fitting = byImportance.filter(({ trial, expected }) => {
    if (expected > unspent + (trial.filler ? expected / 2 : tolerance)) return false;
    unspent -= expected;
    return true;
  });
  return fitting.sort((a, b) => a.index - b.index).map(({ trial }) => trial);
}
