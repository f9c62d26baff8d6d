import { homedir } from 'node:os';
import { join } from 'node:path';
import { variable } from './known-environment.ts';

/** Names the folder for fetched programs and packages, per user and between runs, so that each is fetched once. */
export const cacheFolder = (): string =>
  join(variable('XDG_CACHE_HOME') ?? join(homedir(), '.cache'), 'cpu-bound-bench');
