import type { Compute } from '@cpu-bound/service/contract';
import { resultOf } from '@cpu-bound/service/http/problems';
import type { JsonObject } from '@cpu-bound/workload';
import { defined } from '@cpu-bound/workload/defined';
import type { JobQueue } from './job.ts';

/** Adds a job for each request, and waits for its end. No client waits for a second attempt. */
export const createCompute =
  (queue: JobQueue, timeout: number): Compute =>
  async (input, { signal, traceparent }) => {
    const id = crypto.randomUUID();
    const data = defined({ input: input as JsonObject, traceparent });
    const outcome = queue.enqueueAndWait(id, data, { timeout, maxAttempts: 1, resultTTL: timeout });
    const left = Promise.withResolvers<never>();
    const onAbort = () => {
      left.reject(signal.reason);
      queue.cancel(id).catch(() => {}); // a running job goes on, and its result expires
    };
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return resultOf(await Promise.race([outcome, left.promise]));
    } finally {
      signal.removeEventListener('abort', onAbort);
      outcome.catch(() => {}); // its client has left
    }
  };
