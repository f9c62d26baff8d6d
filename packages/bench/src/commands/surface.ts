/** Where a command runs, and what it may print to. */
export type Surface = {
  readonly root: string;
  readonly cwd: string;
  readonly print: (line: string) => void;
  readonly isTerminal: boolean;
  /** Aborts when the user interrupts. */
  readonly signal: AbortSignal;
};
