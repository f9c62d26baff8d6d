import { clearLine, cursorTo } from 'node:readline';
import type { Milliseconds } from '../model.ts';

/** How a command says what it found, and where it is while it takes long. */
export type Display = {
  /** A line that stays. */
  print(line: string): void;
  /** A step begins or is over: a line of a log; on a terminal it stands in the living line. */
  step(line: string): void;
  /** What is being done: on a terminal the living line; in a log a line, at most one in `LOG_PACE_MS`. */
  now(text: string): void;
  /** Takes the living line away. */
  end(): void;
};

/** No line on a terminal is longer. */
const MOST_COLUMNS = 100;
const LOG_PACE_MS: Milliseconds = 15_000;

/** Lines that stay, and below them one that is rewritten. */
export function terminalDisplay(out: NodeJS.WritableStream & { readonly columns?: number }): Display {
  let isShown = false;
  const end = () => {
    if (!isShown) return;
    cursorTo(out, 0);
    clearLine(out, 0);
    isShown = false;
  };
  const now = (text: string) => {
    end();
    const most = Math.min(out.columns || MOST_COLUMNS, MOST_COLUMNS) - 1; // a full line would wrap
    out.write(text.length > most ? `${text.slice(0, most - 1)}…` : text);
    isShown = true;
  };
  const print = (line: string) => {
    end();
    out.write(`${line}\n`);
  };
  return { print, step: now, now, end };
}

/** Plain lines, for logs and pipes. */
export function logDisplay(write: (line: string) => void, clock = () => performance.now()): Display {
  let last: Milliseconds = Number.NEGATIVE_INFINITY;
  const print = (line: string) => {
    last = clock();
    write(line);
  };
  const now = (text: string) => {
    if (clock() - last >= LOG_PACE_MS) print(text);
  };
  return { print, step: print, now, end: () => {} };
}
