import type { Milliseconds, Seconds } from '@cpu-bound/measure/model';
import { createLogUpdate } from 'log-update';
import wrapAnsi from 'wrap-ansi';
import * as format from '../format.ts';
import type { Block, Trial } from '../model/plan.ts';
import type { EndResult } from '../model/results.ts';
import type { ScheduleEvents } from '../run/schedule.ts';

/** The way in which a command reports its findings, and its position during long work. */
export type Display = {
  /** Prints a line that stays. */
  print(line: string): void;
  /** Reports that a step begins or ends: as a line of a log, or as the live line of a terminal. */
  step(line: string): void;
  /** Shows the present step as the live line of a terminal; a log leaves it out. */
  now(text: string): void;
  /** Shows the figures so far: above the live line of a terminal until the next ones come, or as lines of a log. */
  board(lines: readonly string[]): void;
  /** Removes the live line and the figures. */
  end(): void;
};

/** The live line of a terminal is never longer. */
const MOST_COLUMNS = 100;

/** Prints lines that stay, and below them the lines that are rewritten. */
export function terminalDisplay(out: NodeJS.WriteStream): Display {
  const update = createLogUpdate(out, { showCursor: true });
  let known: readonly string[] = [];
  let doing = '';
  const draw = () => update([...known, doing].join('\n'));
  const now = (text: string) => {
    const width = Math.min(out.columns || MOST_COLUMNS, MOST_COLUMNS) - 1; // a full line would wrap
    doing = text.length > width ? `${text.slice(0, width - 1).replace(/[\s,;:]+\S*$/, '')}…` : text;
    draw();
  };
  return {
    step: now,
    now,
    board(lines) {
      known = lines;
      draw();
    },
    print(text) {
      update.clear();
      out.write(`${wrappedText(text, out.columns)}\n`);
      if (known.length > 0 || doing !== '') draw();
    },
    end() {
      update.clear();
      known = [];
      doing = '';
    },
  };
}

/** A command stays in one line of text, which the terminal breaks: a reader copies it whole. */
const COMMAND = /^(?:\w+)?\s*npx /;

/** Breaks the lines of a text between words, for a terminal. A terminal that does not tell its width breaks them itself. */
export const wrappedText = (text: string, columns: number | undefined): string =>
  columns
    ? text
        .split('\n')
        .map((line) =>
          COMMAND.test(line) ? line : wrapAnsi(line, columns, { trim: false }).replaceAll(/ *\n */g, '\n'),
        )
        .join('\n')
    : text;

/**
 * Prints plain lines, for logs and pipes. They stay whole: a pipe has no width, whoever shows it breaks lines to their
 * own, and a search finds a sentence only in one line. The last table of a run and its findings keep to 80 columns.
 */
export const logDisplay = (write: (line: string) => void): Display => ({
  print: write,
  step: write,
  now: () => {},
  board: (lines) => lines.forEach(write),
  end: () => {},
});

/** The pause between two redraws of the live line, whose remaining time changes. */
const TICK: Milliseconds = 1000;

/** Shows each window when it begins, and each sitting when it ends, with the remaining time, which counts down. */
type RunProgress = ScheduleEvents & { stop(): void };

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

/** `round 3 of 10: cluster, threads` for a sitting, or `faults round 3 of 5: cluster` for a separate start. */
export function describeTrial(trial: Trial, plan: readonly Trial[] = []): string {
  const { id, subjects } = trial;
  const names = subjects.filter(({ twin }) => !twin).map(({ name }) => name);
  const [question, ...rest] = id.split('/');
  return question === 'sitting'
    ? `${roundOf(trial, plan)}: ${names.join(', ')}`
    : `${question} ${roundOf(trial, plan)}: ${rest.slice(1).join('/') || names.join()}`;
}

/** `round 3 of 10`, by the rounds that the plan has of this question; without a plan, `round 3` */
function roundOf({ id, round }: Trial, plan: readonly Trial[]): string {
  const [kind] = id.split('/');
  const last = Math.max(
    round,
    ...plan.filter((planned) => planned.id.split('/')[0] === kind).map((planned) => planned.round),
  );
  return plan.length === 0 ? `round ${round}` : `round ${round} of ${last}`;
}

/** The questions and the contestant of a window: `latency, responsiveness: threads`. */
export const describeWindow = ({ window }: Block, subject: string): string =>
  `${window.questions.join(', ') || window.id}: ${subject}`;

function describeEnd({ failures, tookS }: EndResult, trial: Trial, plan: readonly Trial[] = []): string {
  const failed = failures.map(({ subject, reason, message }) => `${subject} FAILED (${reason}): ${message}`);
  return `${describeTrial(trial, plan)} – ${failed.length > 0 ? failed.join('; ') : minutes(tookS)}`;
}

/** `2 min 05 s`, `40 s` */
export function minutes(seconds: Seconds): string {
  const total = Math.max(0, Math.round(seconds));
  return total < 60 ? `${total} s` : `${Math.floor(total / 60)} min ${String(total % 60).padStart(2, '0')} s`;
}
