import { choice } from '@cpu-bound/service';

/** What the measurements in docs/adr decided; each can be set otherwise to measure it again. */
export const tuning = {
  /** How a thread waits for its next task: `sync` blocks on shared memory, the others on its event loop. */
  THREADS_ATOMICS: choice('sync', 'async', 'disabled'),
  /** Whether a thread holds its next task while it computes: only where tasks are short, always, never. */
  THREADS_PREFETCH: choice('short', 'always', 'never'),
  /** `fifo`: our queue, first come first served. `piscina`: its own, by signal. */
  THREADS_QUEUE: choice('fifo', 'piscina'),
};
