import { createLogUpdate } from 'log-update';

/** How a command says what it found, and where it is while it takes long. */
export type Display = {
  /** A line that stays. */
  print(line: string): void;
  /** A step begins or is over: a line of a log; on a terminal it stands in the living line. */
  step(line: string): void;
  /** Shows the present step: on a terminal as the living line; a log does not have it. */
  now(text: string): void;
  /** Shows the figures so far: on a terminal above the living line until the next ones come; a log has each. */
  board(lines: readonly string[]): void;
  /** Takes away what lives. */
  end(): void;
};

/** No living line on a terminal is longer. */
const MOST_COLUMNS = 100;

/** Lines that stay, and below them what is rewritten. */
export function terminalDisplay(out: NodeJS.WriteStream): Display {
  const update = createLogUpdate(out, { showCursor: true });
  let known: readonly string[] = [];
  let doing = '';
  const draw = () => update([...known, doing].join('\n'));
  const now = (text: string) => {
    const most = Math.min(out.columns || MOST_COLUMNS, MOST_COLUMNS) - 1; // a full line would wrap
    doing = text.length > most ? `${text.slice(0, most - 1)}…` : text;
    draw();
  };
  return {
    step: now,
    now,
    board(lines) {
      known = lines;
      draw();
    },
    print(line) {
      update.clear();
      out.write(`${line}\n`);
      if (known.length > 0 || doing !== '') draw();
    },
    end() {
      update.clear();
      known = [];
      doing = '';
    },
  };
}

/** Plain lines, for logs and pipes. */
export const logDisplay = (write: (line: string) => void): Display => ({
  print: write,
  step: write,
  now: () => {},
  board: (lines) => lines.forEach(write),
  end: () => {},
});
