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
