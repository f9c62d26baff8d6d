import { task } from '../task.js';
import { loaderOf } from './one-workload.js';

export * from './served.js';

/** All processes and threads of the service load their work here: it is the one of task.ts. */
export const loadWorkload = loaderOf(task);
