import type { Computed } from '@cpu-bound/service';

/** Requests that wait for their job, by job id. */
export type Waiters = {
  /** Rejects with the signal's reason when it aborts. */
  wait(id: string, signal: AbortSignal): Promise<Computed>;
  resolve(id: string, computed: Computed): void;
  reject(id: string, error: Error): void;
  rejectAll(error: Error): void;
};

/**
 * One map for all requests, filled before the job is added: `job.waitUntilFinished` costs listeners and a
 * script call per request instead, and misses a job that is done before it listens.
 */
export function createWaiters(): Waiters {
  const waiting = new Map<string, PromiseWithResolvers<Computed>>();
  const take = (id: string) => {
    const waiter = waiting.get(id);
    waiting.delete(id);
    return waiter;
  };
  return {
    wait(id, signal) {
      const waiter = Promise.withResolvers<Computed>();
      waiting.set(id, waiter);
      const onAbort = () => take(id)?.reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      return waiter.promise.finally(() => signal.removeEventListener('abort', onAbort));
    },
    resolve: (id, computed) => take(id)?.resolve(computed),
    reject: (id, error) => take(id)?.reject(error),
    rejectAll(error) {
      for (const id of [...waiting.keys()]) take(id)?.reject(error);
    },
  };
}
