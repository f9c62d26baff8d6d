import type { Display } from '@cpu-bound/study/progress/display';

/** Where a command runs, and where it says what it does. */
export type Surface = Display & {
  readonly root: string;
  readonly cwd: string;
  readonly isTerminal: boolean;
  /** Aborts when the user interrupts. */
  readonly signal: AbortSignal;
};
