import { workerData } from 'node:worker_threads';
import type { ThreadMessage, WatchedThread } from './watched-thread.ts';

const { port } = workerData as WatchedThread;
const say = <T>(message: ThreadMessage<T>) => port.postMessage(message);

/** Reports the step that the thread begins, and the number of its tasks, which run one after the other. */
export const begin = (doing: string, tasks = 1) => say({ doing, tasks });

/**
 * Runs the thread's side of `watchThread`. It has no top-level await: if a user's code waits for ever, Node.js would
 * print a warning with a path of the bench.
 */
export function answerWatch<T>(work: () => Promise<T>): void {
  process.once('beforeExit', () => say({ neverSettles: true }));
  work().then(
    (result) => say({ result }),
    (error: unknown) => setImmediate(() => raise(error)),
  );
}

/** Throws an error outside of any promise, which ends the thread. */
function raise(error: unknown): never {
  throw error;
}
