import type { Milliseconds, Seconds } from '@cpu-bound/measure/model';
import type { Trial } from '../model/plan.ts';
import type { EndResult, TrialResult } from '../model/results.ts';
import { expectedSeconds } from '../plan/windows.ts';
import type { TrialEvents } from './block.ts';
import type { RunContext } from './context.ts';
import { runTrial } from './trial.ts';

/** Events that the progress display shows. */
export type ScheduleEvents = TrialEvents & {
  /** The number of trials that fit into the time, with this one, and the time that they take. */
  onTrial(trial: Trial, ahead: { readonly trials: number; readonly seconds: Seconds }): void;
  onEnd(result: EndResult, trial: Trial): void;
  /** Every contestant that the rest of the plan would start has failed too often: the run ends here. */
  onNobodyLeft(trials: number): void;
};

/** A contestant that failed this often is not started again: its failures would eat the others' time. */
const RETIRE_AFTER = 2;

/** The end of the time, on the clock of the ports, and the excess that the rounds of a verdict may have. */
export type Deadline = { readonly at: Milliseconds; readonly tolerance: Seconds };

/**
 * Runs the trials of the plan that have not ended yet, in order. Where a time was promised, trials that do not fit into
 * it are left out, the least important first. The clock and the number of trials decide that, never a result.
 *
 * @param done the results of an earlier part of this run; empty for a new run
 * @param until absent: everything is run
 * @throws the signal's reason when the user interrupts; the results so far are kept
 */
export async function runSchedule(
  plan: readonly Trial[],
  done: readonly TrialResult[],
  context: RunContext,
  until: Deadline | undefined,
  events: ScheduleEvents,
): Promise<void> {
  const { ports, config, capacities } = context;
  const pace = createPace();
  const failures = new Map<string, number>();
  const ended = new Set<string>();
  let shownS: Seconds = 0;
  for (const result of done) {
    if (!result.end) continue;
    ended.add(result.trial);
    countFailures(result.end, failures);
    learnCapacities(result, plan, capacities);
  }
  const remainingOf = (): PendingTrial[] =>
    plan
      .filter(({ id }) => !ended.has(id))
      .map((trial) => ({ trial, expected: pace.factor * expectedSeconds(trial, config.profile) }));
  const isRetired = ({ name }: Trial['subjects'][number]) => (failures.get(name) ?? 0) >= RETIRE_AFTER;
  for (;;) {
    context.signal.throwIfAborted();
    const pending = remainingOf();
    const remaining = pending.filter(({ trial }) => !trial.subjects.every(isRetired));
    if (pending.length > 0 && remaining.length === 0) events.onNobodyLeft(pending.length);
    const secondsLeft = until === undefined ? Number.POSITIVE_INFINITY : (until.at - ports.now()) / 1000;
    const fits = whatFits(remaining, secondsLeft, until?.tolerance);
    // A run that measures nothing is useless, so its first trial is run even without time.
    const [first] = remaining;
    const fitting = ended.size === 0 && first && !fits.includes(first.trial) ? [first.trial] : fits;
    const [trial] = fitting;
    if (!trial) break;
    const seconds = remaining
      .filter((pending) => fitting.includes(pending.trial))
      .reduce((sum, { expected }) => sum + expected, 0);
    events.onTrial(trial, { trials: fitting.length, seconds });
    const retired = trial.subjects.filter(isRetired);
    const result = await runTrial(trial, context, retired, events);
    await context.store.append(result);
    ended.add(trial.id);
    countFailures(result, failures);
    // A trial in which a contestant failed does not take the usual time.
    if (result.failures.length === 0)
      pace.done(expectedSeconds(trial, config.profile), result.tookS - (result.pausedS ?? 0));
    events.onEnd(result, trial);
    shownS += (result.pausedS ?? 0) + ((await events.onPause?.(trial, true)) ?? 0);
  }
  const notRun = plan.filter((trial) => !ended.has(trial.id)).map(({ id }) => id);
  await context.store.append({ kind: 'finished', notRun, ...(shownS > 0 && { shownS }) });
}

function countFailures(result: EndResult, failures: Map<string, number>): void {
  for (const { subject, reason } of result.failures) {
    if (reason !== 'retired') failures.set(subject, (failures.get(subject) ?? 0) + 1);
  }
}

/** Repeats what the first part of an interrupted run measured. */
function learnCapacities(
  { trial: id, blocks }: TrialResult,
  plan: readonly Trial[],
  capacities: RunContext['capacities'],
): void {
  const trial = plan.find((planned) => planned.id === id);
  if (!trial) return;
  for (const { block, windows } of blocks) {
    const planned = trial.blocks.find((each) => each.id === block);
    for (const result of windows) {
      const subject = trial.subjects.find(({ name }) => name === result.subject);
      if (planned && subject) capacities.learn(subject, planned.window, result);
    }
  }
}

/** The weight of the plan's own figures against the times that were measured. */
const PRIOR_SECONDS: Seconds = 60;

/** The ratio of this machine's times to the plan's, learnt during the run. */
type Pace = {
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
 * @param tolerance the excess that all together may have: a round that a verdict needs is worth that
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
  const fitting = byImportance.filter(({ expected }) => {
    if (expected > unspent + tolerance) return false;
    unspent -= expected;
    return true;
  });
  return fitting.sort((a, b) => a.index - b.index).map(({ trial }) => trial);
}
