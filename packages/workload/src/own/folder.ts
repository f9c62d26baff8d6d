import { hash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

/** The folder with what this run has made of the user's own files. Threads and child processes inherit it, so that each is made once. */
export const FOLDER = 'WORKLOAD_BUNDLES';

/** The one that this process has made, not one that it inherits. */
const folders: { made?: string } = {};

/** The folder that this process makes, and removes when it ends. If it is killed, another process has to. */
export const folderOfBundles = (): string | undefined => folders.made;

/** The name of a file's bundle. */
export const nameOf = (file: string): string => `${hash('sha256', file)}.mjs`;

/** The bundle of a file that was made before, by this process or by the one that it inherits from. */
export function madeBefore(file: string): string | undefined {
  const folder = process.env[FOLDER];
  const made = folder && join(folder, nameOf(file));
  return made && existsSync(made) ? made : undefined;
}

/**
 * Nobody else may write to it. It goes with this process; a thread may end without a word, and has none. A container
 * may have no place to write to.
 */
export async function ownFolder(): Promise<string | undefined> {
  if (!isMainThread) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'workload-bundles-')).catch(() => undefined);
  if (folder === undefined) return undefined;
  process.env[FOLDER] = folder;
  folders.made = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
