import { Listr, type ListrTaskWrapper } from 'listr2';
import type { Trial, TrialResult } from '../model.ts';
import { createEstimate } from './estimate.ts';
import { describeResult, describeTrial, minutes } from './lines.ts';

/** What the terminal shows while a run goes on. */
export type Progress = {
  onTrial(trial: Trial, index: number): void;
  onResult(result: TrialResult, index: number): void;
  end(): Promise<void>;
};

export type ProgressOptions = {
  readonly plan: readonly Trial[];
  /** Expected seconds of each trial. */
  readonly expected: readonly number[];
  readonly print: (line: string) => void;
  readonly now: () => number;
};

/** A line per trial, for logs and pipes. */
export function plainProgress({ plan, expected, print, now }: ProgressOptions): Progress {
  const estimate = createEstimate(expected, now);
  return {
    onTrial: () => {},
    onResult(result, index) {
      estimate.done(index);
      print(
        `[${index + 1}/${plan.length}] ${describeResult(result)}; ${minutes(estimate.secondsLeft())} left`,
      );
    },
    end: async () => {},
  };
}

/** One living line per round, and what failed kept on the screen. */
export function terminalProgress(options: ProgressOptions): Progress {
  const { plan, expected, now } = options;
  const estimate = createEstimate(expected, now);
  const rounds = [...new Set(plan.map(({ round }) => round))];
  const finished = new Map(rounds.map((round) => [round, Promise.withResolvers<void>()]));
  const tasks = new Map<number, ListrTaskWrapper<unknown, never, never>>();
  const failures: string[] = [];
  const list = new Listr(
    rounds.map((round) => ({
      title: `round ${round} of ${rounds.length}`,
      task: async (_context, task) => {
        tasks.set(round, task as never);
        await finished.get(round)?.promise;
      },
    })),
    { concurrent: false, registerSignalListeners: false, rendererOptions: { collapseSubtasks: false } },
  );
  const rendered = list.run().catch(() => {});
  return {
    onTrial(trial, index) {
      const task = tasks.get(trial.round);
      if (!task) return;
      task.output = `${index + 1}/${plan.length} ${describeTrial(trial)}, ${minutes(estimate.secondsLeft())} left`;
    },
    onResult(result, index) {
      estimate.done(index);
      if (result.state !== 'completed') failures.push(describeResult(result));
      const last = plan.findLastIndex(({ round }) => round === result.trial.round);
      if (index === last) finished.get(result.trial.round)?.resolve();
    },
    async end() {
      for (const { resolve } of finished.values()) resolve();
      await rendered;
      for (const failure of failures) options.print(failure);
    },
  };
}
