import type { Outcome, Trial, TrialResult } from '../../model.ts';
import { contestantNamed } from '../contestants/manifest.ts';
import { runCell } from './cell.ts';
import type { RunContext } from './context.ts';
import { runKernel } from './kernel.ts';

/** What the progress display is told. */
export type ScheduleEvents = {
  onTrial(trial: Trial, index: number): void;
  onResult(result: TrialResult, index: number): void;
};

/** A contestant that failed this often is not started again: its failures would eat the others' time. */
const RETIRE_AFTER = 2;

/**
 * Runs the trials of the plan that have no result yet, in order, each result on disk before the next begins.
 *
 * @param done results of an earlier part of this run; empty where it begins
 * @throws the signal's reason when the user interrupts; what was measured is kept
 */
export async function runSchedule(
  plan: readonly Trial[],
  done: readonly TrialResult[],
  context: RunContext,
  { onTrial, onResult }: ScheduleEvents,
): Promise<void> {
  const finished = new Set(done.filter(({ state }) => state !== 'void').map(({ trial }) => trial.id));
  const failures = new Map<string, number>();
  for (const result of done) countFailure(result, failures);
  for (const [index, trial] of plan.entries()) {
    if (finished.has(trial.id)) continue;
    onTrial(trial, index);
    context.signal.throwIfAborted();
    const result = await timed(trial, () => runTrial(trial, context, failures));
    await context.store.append(result);
    countFailure(result, failures);
    onResult(result, index);
  }
}

function countFailure(result: TrialResult, failures: Map<string, number>): void {
  if (result.state !== 'failed' || result.trial.kind !== 'cell' || result.reason === 'retired') return;
  failures.set(result.trial.contestant, (failures.get(result.trial.contestant) ?? 0) + 1);
}

async function timed(trial: Trial, run: () => Promise<Outcome>): Promise<TrialResult> {
  const startedAt = new Date().toISOString();
  const start = performance.now();
  const outcome = await run();
  const tookS = Math.round(performance.now() - start) / 1000;
  return { ...outcome, trial, startedAt, tookS };
}

async function runTrial(
  trial: Trial,
  context: RunContext,
  failures: ReadonlyMap<string, number>,
): Promise<Outcome> {
  if (trial.kind === 'kernel') return runKernel(trial, context);
  const failed = failures.get(trial.contestant) ?? 0;
  if (failed >= RETIRE_AFTER) {
    return {
      state: 'failed',
      reason: 'retired',
      message: `not started: it had failed ${failed} times`,
      log: [],
    };
  }
  const contestant = contestantNamed(context.config.contestants, trial.contestant);
  if (!contestant) throw new Error(`the plan names ${trial.contestant}, which is no contestant of this run`);
  return runCell(trial, contestant, context);
}
