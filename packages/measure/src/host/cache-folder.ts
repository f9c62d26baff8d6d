import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where programs are kept that were fetched for a run: per user, and between runs. */
export const cacheFolder = (): string =>
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'cpu-bound-bench');
