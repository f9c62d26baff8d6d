import { setTimeout as sleep } from 'node:timers/promises';
import type { Compute } from '@cpu-bound/service/contract';
import { resultOf } from '@cpu-bound/service/http/problems';
import type { JsonObject } from '@cpu-bound/workload';
import { defined } from '@cpu-bound/workload/defined';
import type { JobQueue } from './job.ts';

/** A job that is still being written is not found, and cannot be removed. */
const WRITTEN_WITHIN_MS = 20;

/** Adds a job for each request, and waits for its end. No client waits for a second attempt. */
export const createCompute =
  (queue: JobQueue, timeout: number): Compute =>
  async (input, { signal, traceparent }) => {
    const id = crypto.randomUUID();
    const data = defined({ input: input as JsonObject, traceparent });
    const outcome = queue.enqueueAndWait(id, data, { timeout, maxAttempts: 1, resultTTL: timeout });
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    outcome.then(over, over); // also if its client has left
    /** Removes the job if it waits. A running one goes on, and its result expires. */
    const remove = async () => {
      while (!isOver && (await queue.cancel(id)).status === 'not_found') await sleep(WRITTEN_WITHIN_MS);
    };
    const left = Promise.withResolvers<never>();
    const onAbort = () => {
      left.reject(signal.reason);
      remove().catch(() => {});
    };
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return resultOf(await Promise.race([outcome, left.promise]));
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  };
