import { hash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

/**
 * The name of the variable with the folder of this run's bundles. Threads and child processes inherit it, so that each
 * bundle is made once.
 */
export const FOLDER = 'WORKLOAD_BUNDLES';

/** The folder that this process has made, and not one that it inherits. */
const folders: { made?: string } = {};

/** Returns the folder that this process has made, and removes when it ends. If it is killed, another process has to. */
export const folderOfBundles = (): string | undefined => folders.made;

/** Derives the name of a file's bundle. */
export const nameOf = (file: string): string => `${hash('sha256', file)}.mjs`;

/** Finds the bundle of a file that this process, or the one that it inherits from, made before. */
export function madeBefore(file: string): string | undefined {
  const folder = process.env[FOLDER];
  const made = folder && join(folder, nameOf(file));
  return made && existsSync(made) ? made : undefined;
}

/**
 * Finds the folder of the user's own code in JavaScript, made once for all processes that this one starts, or makes it so
 * that no other user may write to it. It is removed with this process; a thread may end without notice, and
 * makes none. A container may have no place to write to.
 */
export async function ownFolder(): Promise<string | undefined> {
  if (process.env[FOLDER]) return process.env[FOLDER];
  if (!isMainThread) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'workload-bundles-')).catch(() => undefined);
  if (folder === undefined) return undefined;
  process.env[FOLDER] = folder;
  folders.made = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * The error codes of Node.js for TypeScript that needs more than its types removed, and for imports that it does not
 * resolve.
 */
const NEEDS_BUNDLING = new Set([
  'ERR_IMPORT_ATTRIBUTE_MISSING',
  'ERR_INVALID_TYPESCRIPT_SYNTAX',
  'ERR_MODULE_NOT_FOUND',
  'ERR_UNKNOWN_FILE_EXTENSION',
  'ERR_UNSUPPORTED_DIR_IMPORT',
  'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX',
  'MODULE_NOT_FOUND',
]);
/** Matches the error for CommonJS in a file that Node.js treats as a module. */
const COMMON_JS = /^(require|module|exports|__dirname|__filename) is not defined/;

export function needsBundling(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (
    error instanceof SyntaxError ||
    (code !== undefined && NEEDS_BUNDLING.has(code)) ||
    (error instanceof ReferenceError && COMMON_JS.test(error.message))
  );
}
