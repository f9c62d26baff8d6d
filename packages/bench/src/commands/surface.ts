import type { Display } from '@cpu-bound/study/progress/display';

/** Where a command runs, and where it says what it does. */
export type Surface = Display & {
  /** The folder that has `results/`: the repository, or a user's project. */
  readonly root: string;
  /** Where the packages are: the repository, or what npm has installed. */
  readonly code: string;
  readonly cwd: string;
  readonly isTerminal: boolean;
  /** The present width of the terminal; undefined where there is none. */
  readonly columns: () => number | undefined;
  /** Aborts when the user interrupts. */
  readonly signal: AbortSignal;
};
