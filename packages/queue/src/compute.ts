import type { Compute } from '@cpu-bound/service/contract';
import { HttpProblem, resultOf } from '@cpu-bound/service/http/problems';
import { defined } from '@cpu-bound/workload/defined';
import { Job, type Queue, type QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import type { QueueContext } from './config.ts';
import { type Answer, isLarge, type JobData, type PackedOutcome, pack, unpack } from './job.ts';

/** Redis does not answer. */
export class RedisAway extends HttpProblem {
  override readonly name = 'RedisAway';
  constructor() {
    super({ status: 503, detail: 'Redis is not reachable' }, { 'Retry-After': '1' });
  }
}

/**
 * Runs a command, unless Redis is away: BullMQ would keep each command until its first connection, without a bound.
 *
 * @throws HttpProblem 503 if Redis is away, hangs, or refuses
 */
export async function ask<T>(redis: Redis, command: () => Promise<T>): Promise<T> {
  if (redis.status !== 'ready') throw new RedisAway();
  try {
    return await command();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // BullMQ's `sizeLimit` has no code.
    if (error.message.includes('exceeds the limit'))
      throw new HttpProblem({ status: 413, detail: 'the input is too large for a job in Redis' });
    if (error.name !== 'ReplyError') throw new RedisAway();
    throw new HttpProblem({ status: 503, detail: 'Redis refuses; see the log' }, { 'Retry-After': '5' });
  }
}

export type RequestQueue = Queue<JobData, Answer>;

/** A job without an event is read this long before its deadline, since its event may be lost. */
const READ_BEFORE_MS = 1_000;

/**
 * Computes by `queue.add`, a job for each request. One reader of events serves all of them. `job.waitUntilFinished` would
 * cost a script call and three listeners each, and can wait for ever (BullMQ issues 2749, 3298).
 *
 * @param redis the connection of the queue
 */
export function createCompute(
  queue: RequestQueue,
  events: QueueEvents,
  redis: Redis,
  { REQUEST_TIMEOUT_MS }: QueueContext['config'],
): Compute {
  const waiters = new Map<string, PromiseWithResolvers<Answer>>();
  events.on('completed', ({ jobId, returnvalue }) => {
    waiters.get(jobId)?.resolve(returnvalue as unknown as Answer); // BullMQ declares it as text
  });
  events.on('failed', ({ jobId, failedReason }) => waiters.get(jobId)?.reject(new Error(failedReason)));
  redis.on('close', () => {
    for (const { reject } of waiters.values()) reject(new RedisAway()); // Redis may have lost the jobs
  });

  /** Reads the outcome of a job whose event was lost, since the stream of events is bounded. */
  async function readOutcome(id: string): Promise<void> {
    const job = await ask(redis, () => Job.fromId<JobData, Answer>(queue, id));
    if (job?.returnvalue) waiters.get(id)?.resolve(job.returnvalue);
    else if (job?.failedReason) waiters.get(id)?.reject(new Error(job.failedReason));
  }
  async function largeOutcome(id: string): Promise<PackedOutcome> {
    const job = await ask(redis, () => queue.getJob(id));
    if (!job?.data.outcome) throw new Error('a large result is gone');
    return job.data.outcome;
  }

  return async (input, { signal, deadlineAt, traceparent }) => {
    const jobId = crypto.randomUUID();
    const waiter = Promise.withResolvers<Answer>();
    waiters.set(jobId, waiter); // the job may end before the reply to its addition arrives
    const onAbort = () => waiter.reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    const readAfterMs = Math.max(REQUEST_TIMEOUT_MS - READ_BEFORE_MS, REQUEST_TIMEOUT_MS / 2);
    const timer = setTimeout(() => void readOutcome(jobId).catch(() => {}), readAfterMs);
    const data = defined({ input: pack(input), traceparent, expiresAt: deadlineAt });
    // Removes a job without a client, or a large one after its result was read. A running job stays.
    const remove = () => void ask(redis, () => queue.remove(jobId)).catch(() => {});
    ask(redis, () => queue.add('request', data, { jobId })).catch(waiter.reject);
    try {
      const answer = await waiter.promise;
      const outcome = 'inJob' in answer ? await largeOutcome(jobId) : answer;
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
