import { parentPort } from 'node:worker_threads';
import type { Said } from './watched-thread.ts';

const say = <T>(said: Said<T>) => parentPort?.postMessage(said);

/** Says what the thread begins, and how many tasks that is, one after the other. */
export const begin = (doing: string, tasks = 1) => say({ doing, tasks });

/**
 * The thread's side of `watchThread`. There is no top-level await in it: where a user's code waits for what never comes,
 * Node.js would print a warning with a path of ours.
 */
export function answerWatch<T>(work: () => Promise<T>): void {
  process.once('beforeExit', () => say({ waits: true }));
  work().then(
    (result) => say({ result }),
    (error: unknown) => setImmediate(() => raise(error)),
  );
}

/** Throws it where nobody catches it, which ends the thread. */
function raise(error: unknown): never {
  throw error;
}
