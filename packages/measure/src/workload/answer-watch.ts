import { parentPort } from 'node:worker_threads';
import type { Said } from './watched-thread.ts';

const say = <T>(said: Said<T>) => parentPort?.postMessage(said);

/** Reports what the thread begins, and the number of tasks in it, which run one after the other. */
export const begin = (doing: string, tasks = 1) => say({ doing, tasks });

/**
 * The thread's side of `watchThread`. It has no top-level await: where a user's code waits for what never comes,
 * Node.js would print a warning with a path of ours.
 */
export function answerWatch<T>(work: () => Promise<T>): void {
  process.once('beforeExit', () => say({ waits: true }));
  work().then(
    (result) => say({ result }),
    (error: unknown) => setImmediate(() => raise(error)),
  );
}

/** Throws an error outside of any promise, which ends the thread. */
function raise(error: unknown): never {
  throw error;
}
