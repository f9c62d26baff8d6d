import type { Workloads } from '@cpu-bound/measure/own/own-process';
import { wrapped } from '@cpu-bound/report/tables/terminal';
import type { Display } from '@cpu-bound/study/progress/display';

/** The folders in which a command runs, and its output. */
export type Surface = Display & {
  /** Prints a remark beside the output, which a pipe does not get. */
  note(line: string): void;
  /** The folder that holds `results/`: the repository, or a user's project. */
  readonly root: string;
  /** The folder of the packages: the repository, or npm's installation. */
  readonly code: string;
  readonly cwd: string;
  readonly isTerminal: boolean;
  /** True if the command waits while another bench measures, and is not refused. */
  readonly waits?: boolean;
  /** The present width of the terminal; undefined without a terminal. */
  readonly columns: () => number | undefined;
  /** The workloads of this command. A user's own code runs in a process for each. */
  readonly workloads: Workloads;
  /** Aborts when the user interrupts the bench. */
  readonly signal: AbortSignal;
};

/**
 * Aligns rows: each cell but the last is as wide as the widest one of its column.
 *
 * @param width the most columns of a line; a longer last cell continues in the next line
 */
export function columns(rows: readonly (readonly string[])[], width = Number.POSITIVE_INFINITY): string[] {
  const widths =
    rows[0]?.slice(0, -1).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const indent = widths.reduce((sum, width) => sum + width + GAP.length, 0);
  return rows.flatMap((row) => {
    const first = row.slice(0, -1).map((cell, column) => cell.padEnd(widths[column] ?? 0) + GAP);
    const [line = '', ...others] = wrapped(row.at(-1) ?? '', width - indent);
    return [(first.join('') + line).trimEnd(), ...others.map((text) => ' '.repeat(indent) + text)];
  });
}

const GAP = '  ';
