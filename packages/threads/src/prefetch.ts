import type { Piscina } from 'piscina';

type Balancer = NonNullable<Piscina['options']['loadBalancer']>;

export type Prefetch = {
  /** For piscina: the thread with the least to do that may take one more, or null where the task must wait. */
  readonly balancer: Balancer;
  /** Told how long each task took. */
  observe(computeMs: number): void;
};

/** Up to here the hand-over (a tenth of a millisecond) matters more than waiting behind the task before. */
const SHORT_MS = 4;
/** Weight of the newest task in the running mean. */
const NEWEST = 0.05;

/**
 * A thread that holds its next task already need not wait for the main thread between two. The price is that the
 * task is bound to that thread: behind a long one it waits though another thread has become free. So only where
 * tasks are short, as far as the last few tell.
 */
export function createPrefetch(mode: 'short' | 'always' | 'never'): Prefetch {
  let meanMs = Number.POSITIVE_INFINITY;
  const depth = () => (mode === 'always' || (mode === 'short' && meanMs < SHORT_MS) ? 2 : 1);
  return {
    balancer(_task, threads) {
      let least: (typeof threads)[number] | null = null;
      let usage = depth();
      for (const thread of threads) {
        if (thread.currentUsage >= usage) continue;
        least = thread;
        usage = thread.currentUsage;
      }
      return least;
    },
    observe(computeMs) {
      meanMs = meanMs === Number.POSITIVE_INFINITY ? computeMs : meanMs + NEWEST * (computeMs - meanMs);
    },
  };
}
