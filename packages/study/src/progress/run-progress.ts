import * as format from '../format.ts';
import type { ScheduleEvents } from '../run/schedule.ts';
import type { Display } from './display.ts';
import { describeEnd, describeTrial, describeWindow, minutes } from './lines.ts';

/** Shows a run on a display: each window when it begins, and each sitting when it ends, with the remaining time. */
export function runProgress(
  { print, step, now }: Pick<Display, 'print' | 'step' | 'now'>,
  clock = () => performance.now(),
): ScheduleEvents {
  let until = 0;
  const timeLeft = () => minutes((until - clock()) / 1000);
  return {
    onTrial(trial, { seconds }) {
      until = clock() + seconds * 1000;
      now(`${describeTrial(trial)}; about ${timeLeft()} left`);
    },
    onWindow: (trial, block, subject) =>
      now(`round ${trial.round}: ${describeWindow(block, subject)}; about ${timeLeft()} left`),
    onNobodyLeft: (trials) =>
      print(
        `the run ends here: every contestant has failed twice, which leaves ${format.count(trials, 'trial')} without anything to measure`,
      ),
    onDecided: (seconds) =>
      print(
        `the run ends here: all that its rounds can decide is decided; ${minutes(seconds)} would be left`,
      ),
    onEnd(result, trial) {
      const line = `${describeEnd(result, trial)}; ${timeLeft()} left`;
      if (result.failures.length > 0) print(line);
      else if (trial.id.startsWith('sitting/')) step(line);
      else now(line);
    },
  };
}
