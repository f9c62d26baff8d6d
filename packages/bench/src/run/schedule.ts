import type { Trial, TrialResult } from '../model.ts';
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
 * Runs the plan in order, each result on disk before the next trial begins.
 *
 * @throws the signal's reason when the user interrupts; what was measured is kept
 */
export async function runSchedule(
  plan: readonly Trial[],
  context: RunContext,
  { onTrial, onResult }: ScheduleEvents,
): Promise<TrialResult[]> {
  const results: TrialResult[] = [];
  const failures = new Map<string, number>();
  for (const [index, trial] of plan.entries()) {
    context.signal.throwIfAborted();
    onTrial(trial, index);
    const result = await runTrial(trial, context, failures);
    await context.store.append(result);
    results.push(result);
    onResult(result, index);
  }
  return results;
}

async function runTrial(
  trial: Trial,
  context: RunContext,
  failures: Map<string, number>,
): Promise<TrialResult> {
  if (trial.kind === 'kernel') return runKernel(trial, context);
  const failed = failures.get(trial.contestant) ?? 0;
  if (failed >= RETIRE_AFTER) {
    const message = `not started: it had failed ${failed} times`;
    return {
      state: 'failed',
      trial,
      startedAt: new Date().toISOString(),
      reason: 'retired',
      message,
      log: [],
    };
  }
  const contestant = context.config.contestants.find(({ id }) => id === trial.contestant);
  if (!contestant) throw new Error(`the plan names ${trial.contestant}, which is no contestant of this run`);
  const result = await runCell(trial, contestant, context);
  if (result.state === 'failed') failures.set(trial.contestant, failed + 1);
  return result;
}
