import { choice, integer } from '@cpu-bound/service';

/** What the measurements in docs/adr decided; each can be set otherwise to measure it again. */
export const tuning = {
  /** How a thread waits for its next task: `sync` blocks on shared memory, the others on its event loop. */
  THREADS_ATOMICS: choice('sync', 'async', 'disabled'),
  /** Whether requests that wait may share a task of the pool, or every request is one, in piscina's own queue. */
  THREADS_DISPATCH: choice('batches', 'piscina'),
  /** A shared task is filled up to about this many milliseconds of work; 0 for one request each. */
  THREADS_BATCH_MS: integer(0, 1_000, 8),
  /** Tasks that a thread holds, the one that it computes included; the others die with it where one ends its thread. */
  THREADS_AHEAD: integer(1, 4, 1),
  /** Express without what this service has no use for, or as it comes. */
  THREADS_EXPRESS: choice('lean', 'default'),
};
