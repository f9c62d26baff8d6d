import { BackendAway, type Compute, type ComputeResult, resultOf } from '@cpu-bound/service';
import { defined } from '@cpu-bound/workload/defined';
import { Job, type Queue, type QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import { ask } from './ask.ts';
import type { QueueSetting } from './config.ts';
import { type JobData, type PackedOutcome, pack, unpack } from './job.ts';

export type RequestQueue = Queue<JobData, PackedOutcome>;

/** The read of a job whose event was lost comes this long before its deadline. */
const LOOK_MS = 1_000;

/**
 * Computes by `queue.add`: a job for each request. One reader of events serves all of them, where `job.waitUntilFinished`
 * costs a script call and three listeners each, and can wait for ever (BullMQ issues 2749 and 3298).
 *
 * @param redis the connection of the queue
 */
export function createCompute(
  queue: RequestQueue,
  events: QueueEvents,
  redis: Redis,
  { REQUEST_TIMEOUT_MS }: QueueSetting['config'],
): Compute {
  const waiters = new Map<string, PromiseWithResolvers<ComputeResult>>();
  events.on('completed', ({ jobId, returnvalue }) => settle(jobId, returnvalue as unknown as PackedOutcome));
  events.on('failed', ({ jobId, failedReason }) => waiters.get(jobId)?.reject(new Error(failedReason)));
  redis.on('close', () => {
    for (const { reject } of waiters.values()) reject(new BackendAway('Redis')); // it may have lost them
  });

  function settle(id: string, outcome: PackedOutcome): void {
    const waiter = waiters.get(id);
    if (!waiter) return; // another API process waits for it, or its client has left
    try {
      waiter.resolve(
        resultOf('output' in outcome ? { ...outcome, output: unpack(outcome.output) } : outcome),
      );
    } catch (problem) {
      waiter.reject(problem);
    }
  }
  /** Finds what became of a job whose event was lost: the stream of events is bounded. */
  async function look(id: string): Promise<void> {
    const job = await Job.fromId<JobData, PackedOutcome>(queue, id);
    if (job?.returnvalue) settle(id, job.returnvalue);
    else if (job?.failedReason) waiters.get(id)?.reject(new Error(job.failedReason));
  }

  return async (input, { signal, deadlineAt, traceparent }) => {
    const jobId = crypto.randomUUID();
    const waiter = Promise.withResolvers<ComputeResult>();
    waiters.set(jobId, waiter); // before the job is added: its end may be known sooner than that it was
    const onAbort = () => waiter.reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    const lookAfter = Math.max(REQUEST_TIMEOUT_MS - LOOK_MS, REQUEST_TIMEOUT_MS / 2);
    const timer = setTimeout(() => void look(jobId).catch(() => {}), lookAfter);
    const data = defined({ input: pack(input), traceparent, expiresAt: deadlineAt });
    ask(redis, () => queue.add('request', data, { jobId })).catch(waiter.reject);
    try {
      return await waiter.promise;
    } catch (error) {
      // It may wait still, for nobody. Where it runs, or Redis is away, it stays: `expiresAt` is for those.
      queue.remove(jobId).catch(() => {});
      throw error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      waiters.delete(jobId);
    }
  };
}
