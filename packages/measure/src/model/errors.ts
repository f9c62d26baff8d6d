/** The ways in which a command can end, each with its exit code for a shell or a CI job, and its meaning. */
export const CATALOGUE = {
  USAGE: { exit: 1, means: 'a flag or a parameter is wrong; nothing was written' },
  MANIFEST: { exit: 1, means: 'the manifest of a contestant is wrong; nothing was written' },
  RESULTS: { exit: 1, means: 'a folder holds no run that can be read, or cannot be written' },
  NO_REDIS: { exit: 1, means: 'no Redis could be started for a command that needs one' },
  CONTESTANT: {
    exit: 2,
    means:
      'a contestant failed or answered wrongly, and the results of the others are stored; or nothing was measured',
  },
  REGRESSION: {
    exit: 3,
    means: 'a regression was shown, a decision is no longer supported, or a strategy does not keep a p99',
  },
  OPEN: { exit: 4, means: 'the measurements do not answer the question' },
  SYSTEM: {
    exit: 5,
    means:
      'the system refused: disk, memory, file handles, processes, a folder, a closed pipe; or doctor found the machine unfit',
  },
  INTERRUPTED: { exit: 130, means: 'the user interrupted; the measurements stay stored' },
} as const satisfies Record<string, { readonly exit: number; readonly means: string }>;

export type ErrorCode = keyof typeof CATALOGUE;

/** Reads the message of anything that was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** An expected error: its message names the problem, what is accepted and what to do, a line for each. */
export class BenchError extends Error {
  override readonly name: string = 'BenchError';
  readonly code: ErrorCode;
  readonly problems: readonly string[];
  constructor(code: ErrorCode, problems: readonly string[]) {
    super(problems.join('\n'));
    this.code = code;
    this.problems = problems;
  }
}
