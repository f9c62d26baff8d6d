import { createLogUpdate } from 'log-update';
import wrapAnsi from 'wrap-ansi';

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
