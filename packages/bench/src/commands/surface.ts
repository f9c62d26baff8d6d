import type { Display } from '@cpu-bound/study/progress/display';

/** Where a command runs, and where it says what it does. */
export type Surface = Display & {
  /** Whose `results/` it is: the repository, or somebody's project. */
  readonly root: string;
  /** Where the packages are: the repository, or what npm has installed. */
  readonly code: string;
  readonly cwd: string;
  readonly isTerminal: boolean;
  /** Aborts when the user interrupts. */
  readonly signal: AbortSignal;
};
