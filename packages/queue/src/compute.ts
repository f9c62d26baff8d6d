import type { Run, Share } from '@cpu-bound/handover';
import type { Item, Outcome } from '@cpu-bound/handover/item';
import type { Queue } from 'bullmq';
import { type JobData, type Reply, SHARED } from './job.ts';
import { troubleOf } from './trouble.ts';

/** Jobs of this process that are in Redis, and the way of their outcomes back. */
export type Exchange = {
  readonly run: Run;
  /** Adds a job with nothing in it, before all others; resolves when a worker has had it. */
  sentinel(): Promise<unknown>;
  onReply(reply: Reply): void;
  /** Gives every job up that is waited for. */
  rejectAll(error: Error): void;
};

type Pending = Pick<Share, 'settle'> & Pick<PromiseWithResolvers<readonly Outcome[]>, 'resolve' | 'reject'>;

/** @param channel where the workers publish what became of this process's jobs */
export function createExchange(queue: Queue<JobData>, channel: string): Exchange {
  const pending = new Map<string, Pending>();

  function add(items: readonly Item[], { settle }: Pick<Share, 'settle'>, options: { lifo?: boolean } = {}) {
    const jobId = crypto.randomUUID();
    const { promise, resolve, reject } = Promise.withResolvers<readonly Outcome[]>();
    pending.set(jobId, { settle, resolve, reject }); // before it is added: its reply may be faster than the answer
    queue
      .add(
        SHARED,
        { items, reply: channel },
        { jobId, removeOnComplete: true, removeOnFail: true, ...options },
      )
      .catch((error) => reject(troubleOf(error)));
    return { jobId, promise: promise.finally(() => pending.delete(jobId)) };
  }
  return {
    run(items, { signal, settle }) {
      const { jobId, promise } = add(items, { settle });
      const onAbort = () => {
        pending.get(jobId)?.resolve([]);
        queue.remove(jobId).catch(() => {}); // it runs, or Redis is away
      };
      signal.addEventListener('abort', onAbort, { once: true });
      return promise;
    },
    sentinel: () => add([], { settle() {} }, { lifo: true }).promise,
    onReply({ job, from, outcomes, done, failed }) {
      const found = pending.get(job);
      if (!found) return; // nobody waits for it, or it was computed twice
      found.settle(from, outcomes);
      if (failed !== undefined) found.reject(new Error(failed));
      else if (done) found.resolve([]);
    },
    rejectAll(error) {
      for (const { reject } of pending.values()) reject(error);
    },
  };
}
