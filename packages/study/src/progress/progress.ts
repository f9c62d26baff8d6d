import { Listr } from 'listr2';
import type { Seconds } from '../model.ts';
import type { ScheduleEvents } from '../run/schedule.ts';
import { describeEnd, describeTrial, describeWindow, minutes } from './lines.ts';

/** What the terminal shows while a run goes on. */
export type Progress = ScheduleEvents & { end(): Promise<void> };

/** A line per trial, for logs and pipes. */
export function plainProgress(print: (line: string) => void): Progress {
  let left: Seconds = 0;
  return {
    onTrial: (_trial, { seconds }) => {
      left = seconds;
    },
    onWindow: () => {},
    onEnd(result, trial) {
      print(`${describeEnd(result, trial)}; ${minutes(left - result.tookS)} left`);
    },
    end: async () => {},
  };
}

/** One living line with what is measured and the time left; what failed is kept on the screen. */
export function terminalProgress(print: (line: string) => void): Progress {
  const failures: string[] = [];
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  let shown: { title: string | undefined } | undefined;
  let left = '';
  const list = new Listr(
    [
      {
        title: 'preparing',
        task: async (_context, task) => {
          shown = task;
          await finished;
          task.title = 'measured';
        },
      },
    ],
    { concurrent: false, registerSignalListeners: false },
  );
  const rendered = list.run().catch(() => {});
  const show = (text: string) => {
    if (shown) shown.title = `${text}${left}`;
  };
  return {
    onTrial(trial, { seconds }) {
      left = `; about ${minutes(seconds)} left`;
      show(describeTrial(trial));
    },
    onWindow: (trial, block, subject) => show(`round ${trial.round}: ${describeWindow(block, subject)}`),
    onEnd(result, trial) {
      if (result.failures.length > 0) failures.push(describeEnd(result, trial));
    },
    async end() {
      finish();
      await rendered;
      for (const failure of failures) print(failure);
    },
  };
}
