import { Listr } from 'listr2';
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

/** One living line per round, with what is measured and the time left; what failed is kept on the screen. */
export function terminalProgress(options: ProgressOptions): Progress {
  const { plan, expected, now } = options;
  const estimate = createEstimate(expected, now);
  const rounds = [...new Set(plan.map(({ round }) => round))];
  const name = (round: number) => `round ${round} of ${rounds.length}`;
  const finished = new Map(rounds.map((round) => [round, Promise.withResolvers<void>()]));
  const failures: string[] = [];
  let shown: { title: string | undefined } | undefined;
  let current = { round: rounds[0] ?? 0, doing: '' };
  const show = () => {
    if (shown) shown.title = `${name(current.round)}: ${current.doing}`;
  };
  const list = new Listr(
    rounds.map((round) => ({
      title: name(round),
      task: async (_context, task) => {
        shown = task;
        if (current.round === round) show();
        await finished.get(round)?.promise;
        task.title = name(round);
      },
    })),
    { concurrent: false, registerSignalListeners: false },
  );
  const rendered = list.run().catch(() => {});
  return {
    onTrial(trial, index) {
      const left = minutes(estimate.secondsLeft());
      current = {
        round: trial.round,
        doing: `${index + 1}/${plan.length} ${describeTrial(trial)}, ${left} left`,
      };
      show();
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
