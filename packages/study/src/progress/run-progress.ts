import * as format from '../format.ts';
import type { Milliseconds, Seconds, Trial } from '../model.ts';
import type { ScheduleEvents } from '../run/schedule.ts';
import type { Display } from './display.ts';
import { describeEnd, describeTrial, describeWindow, minutes, roundOf } from './lines.ts';

/** The pause between two redraws of the live line, whose remaining time changes. */
const TICK: Milliseconds = 1000;

/** Shows each window when it begins, and each sitting when it ends, with the remaining time, which counts down. */
export type RunProgress = ScheduleEvents & { stop(): void };

/**
 * Shows a run on a display.
 *
 * @param plan of the run, which says how many rounds there are
 */
export function runProgress(
  { print, step, now }: Pick<Display, 'print' | 'step' | 'now'>,
  plan: readonly Trial[] = [],
  clock: () => Milliseconds = () => performance.now(),
): RunProgress {
  let until: Milliseconds = 0;
  let doing: string | undefined;
  const draw = () => {
    if (doing !== undefined) now(`${doing}; ${timeLeft((until - clock()) / 1000)}`);
  };
  const show = (what: string | undefined) => {
    doing = what;
    draw();
  };
  const timer = setInterval(draw, TICK).unref();
  return {
    stop: () => clearInterval(timer),
    onTrial(trial, { seconds }) {
      until = clock() + seconds * 1000;
      show(describeTrial(trial, plan));
    },
    onWindow: (trial, block, subject) => show(`${roundOf(trial, plan)}: ${describeWindow(block, subject)}`),
    onNobodyLeft: (trials) =>
      print(
        `the run ends here: every contestant has failed twice, which leaves ${format.count(trials, 'trial')} without anything to measure`,
      ),
    onDecided: (seconds) =>
      print(
        `the run ends here: all that its rounds can decide is decided; ${minutes(seconds)} would be left`,
      ),
    onEnd(result, trial) {
      doing = undefined;
      const line = `${describeEnd(result, trial, plan)}; ${timeLeft((until - clock()) / 1000)}`;
      if (result.failures.length > 0) print(line);
      else if (trial.id.startsWith('sitting/')) step(line);
      else now(line);
    },
  };
}

/** `about 2 min 05 s left`; an estimate that is over says so, and does not stay at zero. */
const timeLeft = (seconds: Seconds): string =>
  seconds >= 1 ? `about ${minutes(seconds)} left` : 'about to end';
