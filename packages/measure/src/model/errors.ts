import { tmpdir } from 'node:os';
import { processLimit, refusedBy } from './process-limit.ts';

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

/** The system refused something without a mistake of the user: disk, memory, file handles, a folder, a pipe. */
export class SystemRefusal extends BenchError {
  override readonly name = 'SystemRefusal';
  constructor(problem: string) {
    super('SYSTEM', [problem]);
  }
}

const NO_PROCESS =
  'the system starts no more processes and threads; end other programs, or raise the limit: ulimit -u 4096';
/** The remedy, by the code of the error: of the system (`man 3 errno`), or of a thread that Node.js cannot start. */
const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; free some space there',
  EDQUOT: 'the quota of this user is used up; free some space there',
  EROFS: 'the file system is read-only; name a folder that can be written',
  EIO: 'the disk failed to read or to write; read the log of the system',
  EMFILE: 'this process has no file handles left; raise the limit: ulimit -n 4096',
  ENFILE: 'the system has no file handles left; end other programs',
  ENOMEM: 'the system has no memory left; end other programs',
  EAGAIN: NO_PROCESS,
  ERR_WORKER_INIT_FAILED: NO_PROCESS,
  EACCES: 'this user may not do that; change the owner or the mode',
  EPERM: 'this user may not do that; change the owner or the mode',
  EPIPE:
    'no program reads the output any more; write it to a file, or let the reader read to its end. A run that had begun has stored its measurements',
};
const OUT_OF_PROCESSES = ['EAGAIN', 'ERR_WORKER_INIT_FAILED'];
const OUT_OF = ['ENOSPC', 'EDQUOT', 'EIO', 'EMFILE', 'ENFILE', 'ENOMEM', ...OUT_OF_PROCESSES];

/** Tells whether the system has run out of something, so that another path or program would fail, too. */
export const isOutOf = (error: unknown): boolean =>
  OUT_OF.includes((error as NodeJS.ErrnoException).code ?? '') ||
  (error instanceof Error && error.cause !== undefined && isOutOf(error.cause));

const OF_THE_TEMPORARY_FOLDER = ['ENOENT', 'ENOTDIR', 'EACCES', 'EROFS'];

/**
 * Translates an error of Node.js into a refusal of the system, with its path and what to do.
 *
 * @param folder the written folder, for an error without a path
 * @returns undefined for any other error
 */
export function refusalIn(error: unknown, folder = ''): SystemRefusal | undefined {
  if (error instanceof SystemRefusal) return error;
  if (!(error instanceof Error)) return undefined;
  const { code = '', path, syscall: call } = error as NodeJS.ErrnoException;
  const syscall = call ?? (code === 'ERR_WORKER_INIT_FAILED' ? 'start of a thread' : undefined);
  if (syscall === undefined) return refusalIn(error.cause, folder);
  const limit = OUT_OF_PROCESSES.includes(code) && processLimit();
  if (limit) return new SystemRefusal(refusedBy(limit, `${syscall} failed with ${code}`));
  const what = `${syscall.replace(/^spawn .*/, 'spawn')} ${path ?? folder}`.trim();
  if (path?.startsWith(tmpdir()) && OF_THE_TEMPORARY_FOLDER.includes(code))
    return new SystemRefusal(
      `TMPDIR ${tmpdir()}: ${code === 'ENOENT' ? 'is not there' : 'cannot be written'} (${code}, ${what}); create it, or set TMPDIR to a folder that can be written`,
    );
  const remedy = REMEDIES[code];
  return remedy === undefined
    ? undefined
    : new SystemRefusal(`the system refused (${code}, ${what}): ${remedy}`);
}
