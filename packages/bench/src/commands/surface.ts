import type { Workloads } from '@cpu-bound/measure/own/own-process';
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
  readonly waits?: boolean | undefined;
  /** The present width of the terminal; undefined without a terminal. */
  readonly columns: () => number | undefined;
  /** The workloads of this command. A user's own code runs in a process for each. */
  readonly workloads: Workloads;
  /** Aborts when the user interrupts the bench. */
  readonly signal: AbortSignal;
};
