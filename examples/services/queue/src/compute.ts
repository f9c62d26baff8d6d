import { Job, type Queue, type QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import { ask } from './ask.js';
import type { QueueSetting } from './config.js';
import { type Answer, isLarge, type JobData, type PackedOutcome, pack, unpack } from './job.js';
import { BackendAway, type Compute, resultOf } from './service/index.js';
import { defined } from './workload/defined.js';

export type RequestQueue = Queue<JobData, Answer>;

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
  const waiters = new Map<string, PromiseWithResolvers<Answer>>();
  events.on('completed', ({ jobId, returnvalue }) => {
    waiters.get(jobId)?.resolve(returnvalue as unknown as Answer); // its type says that it is text
  });
  events.on('failed', ({ jobId, failedReason }) => waiters.get(jobId)?.reject(new Error(failedReason)));
  redis.on('close', () => {
    for (const { reject } of waiters.values()) reject(new BackendAway('Redis')); // it may have lost them
  });

  /** Finds what became of a job whose event was lost: the stream of events is bounded. */
  async function look(id: string): Promise<void> {
    const job = await Job.fromId<JobData, Answer>(queue, id);
    if (job?.returnvalue) waiters.get(id)?.resolve(job.returnvalue);
    else if (job?.failedReason) waiters.get(id)?.reject(new Error(job.failedReason));
  }
  async function outcomeIn(id: string): Promise<PackedOutcome> {
    const job = await ask(redis, () => queue.getJob(id));
    if (!job?.data.outcome) throw new Error('a large result is gone');
    return job.data.outcome;
  }

  return async (input, { signal, deadlineAt, traceparent }) => {
    const jobId = crypto.randomUUID();
    const waiter = Promise.withResolvers<Answer>();
    waiters.set(jobId, waiter); // before the job is added: its end may be known sooner than that it was
    const onAbort = () => waiter.reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    const lookAfter = Math.max(REQUEST_TIMEOUT_MS - LOOK_MS, REQUEST_TIMEOUT_MS / 2);
    const timer = setTimeout(() => void look(jobId).catch(() => {}), lookAfter);
    const data = defined({ input: pack(input), traceparent, expiresAt: deadlineAt });
    // A job that waits for nobody, and a large one that nobody reads any more. Where it runs, or Redis is away, it stays.
    const remove = () => void queue.remove(jobId).catch(() => {});
    ask(redis, () => queue.add('request', data, { jobId })).catch(waiter.reject);
    try {
      const answer = await waiter.promise;
      const outcome = 'inJob' in answer ? await outcomeIn(jobId) : answer;
      if ('inJob' in answer || isLarge(data)) remove();
      return resultOf('output' in outcome ? { ...outcome, output: unpack(outcome.output) } : outcome);
    } catch (error) {
      remove();
      throw error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      waiters.delete(jobId);
    }
  };
}
