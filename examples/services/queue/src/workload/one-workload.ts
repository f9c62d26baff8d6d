import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Work, WorkloadError } from './served.js';

/**
 * Creates the loader of a service with one workload. With `NODE_ENV=test`, the variable `WORKLOAD` names a module whose
 * default export replaces it, because tests need tasks that are slow, or do not end.
 */
export const loaderOf =
  <T extends Work>(own: T) =>
  async (module?: string): Promise<T> => {
    if (module === undefined || process.env.NODE_ENV !== 'test') return own;
    try {
      return (await import(pathToFileURL(resolve(module)).href)).default;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new WorkloadError(`workload ${module}: does not load (${reason})`);
    }
  };
