import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The folder with the bundles of this run. Threads and child processes inherit it, so that each is made once. */
export const FOLDER = 'WORKLOAD_BUNDLES';

/** The one that this process has made, not one that it inherits. */
export const folders: { made?: string } = {};

/** The folder that this process makes, and removes when it ends. If it is killed, another process has to. */
export const folderOfBundles = (): string | undefined => folders.made;

/** Of the bundle of a file. */
export const nameOf = (file: string): string => `${hash('sha256', file)}.mjs`;

/** The bundle of a file that was made before, by this process or by the one that it inherits from. */
export function madeBefore(file: string): string | undefined {
  const folder = process.env[FOLDER];
  const made = folder && join(folder, nameOf(file));
  return made && existsSync(made) ? made : undefined;
}
