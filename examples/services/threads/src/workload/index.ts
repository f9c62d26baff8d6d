import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { task } from '../task.js';
import { WorkloadError } from './served.js';

export * from './served.js';

/**
 * Loads task.ts, in all processes and threads of the service. With `NODE_ENV=test`, the variable `WORKLOAD` names a module
 * whose default export replaces it, because tests need tasks that are slow, or do not end.
 */
export async function loadWorkload(module?: string): Promise<typeof task> {
  if (module === undefined || process.env.NODE_ENV !== 'test') return task;
  try {
    return (await import(pathToFileURL(resolve(module)).href)).default;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new WorkloadError(`workload ${module}: does not load (${reason})`);
  }
}
