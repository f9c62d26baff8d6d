import { access, constants, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isOutOf } from '../model/system-error.ts';
import { variable } from './known-environment.ts';

/** Names the folder for fetched programs and packages, per user and between runs, so that each is fetched once. */
export const cacheFolder = (): string =>
  join(variable('XDG_CACHE_HOME') ?? join(homedir(), '.cache'), 'cpu-bound-bench');

/** Makes a folder in the cache. @throws an error that names the variable for another cache if this one is read-only */
export async function makeInCache(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (error) {
    if (isOutOf(error)) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `${cacheFolder()} cannot be written (${code}); set XDG_CACHE_HOME to a folder that can be written`,
    );
  }
}
