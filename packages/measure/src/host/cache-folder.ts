import { homedir } from 'node:os';
import { join } from 'node:path';
import { variable } from './known-environment.ts';

/** What the bench fetches is kept here, per user and between runs: it is fetched once. */
export const cacheFolder = (): string =>
  join(variable('XDG_CACHE_HOME') ?? join(homedir(), '.cache'), 'cpu-bound-bench');
