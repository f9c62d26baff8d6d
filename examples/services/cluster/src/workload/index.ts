import { task } from '../task.js';
import { loaderOf } from './one-workload.js';

export * from './served.js';

/** All processes and threads of the service load task.ts by this. */
export const loadWorkload = loaderOf(task);
