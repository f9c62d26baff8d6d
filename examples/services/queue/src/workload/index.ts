import { task } from '../task.js';
import { loaderOf } from './one-workload.js';

export * from './served.js';

/** Loads task.ts, in all processes and threads of the service. */
export const loadWorkload = loaderOf(task);
