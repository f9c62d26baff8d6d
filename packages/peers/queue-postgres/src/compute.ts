import type { Compute, ComputeResult } from '@cpu-bound/service/contract';
import type { ServiceContext } from '@cpu-bound/service/run/context';
import { Job, type PostgresConnectionOptions, type PostgresQueueBackend, type Queue } from 'bullmq';
import { Client } from 'pg';
import type { JobData, Reply } from './reply.ts';
import type { tuning } from './tuning.ts';

const RETENTION = { count: 1_000 };

/** A queue on PostgreSQL. The last parameters repeat the defaults, because the backend comes after them. */
type PostgresQueue = Queue<
  JobData,
  ComputeResult,
  string,
  JobData,
  ComputeResult,
  string,
  PostgresQueueBackend,
  PostgresConnectionOptions
>;

/**
 * Adds a job for each request; its worker sends the outcome by NOTIFY. On PostgreSQL, BullMQ's `waitUntilFinished` misses
 * the end of some jobs: it reads events by growing number, and transactions do not end in that order.
 */
export async function createCompute(
  queue: PostgresQueue,
  { config, lifecycle }: ServiceContext<typeof tuning>,
): Promise<Compute> {
  const waiting = new Map<string, PromiseWithResolvers<ComputeResult>>();
  const channel = `replies_${crypto.randomUUID().replaceAll('-', '')}`;
  const listener = new Client(config.DATABASE_URL);
  await listener.connect();
  listener.on('error', (error) => void lifecycle.stop(`PostgreSQL is away: ${error.message}`, 1));
  listener.on('notification', ({ payload = '' }) => void settle(JSON.parse(payload)));
  await listener.query(`LISTEN ${channel}`);
  lifecycle.onStop('replies', () => listener.end());

  async function settle({ id, computed, failed }: Reply): Promise<void> {
    const waiter = waiting.get(id);
    if (!waiter) return; // the client has left
    if (failed !== undefined) waiter.reject(new Error(failed));
    else if (computed) waiter.resolve(computed);
    else await fromJob(id).then(waiter.resolve, waiter.reject);
  }
  async function fromJob(id: string): Promise<ComputeResult> {
    const job = await Job.fromId<JobData, ComputeResult>(queue, id);
    if (!job?.returnvalue) throw new Error('the result of a job is gone');
    return job.returnvalue;
  }
  return async (input, { signal }) => {
    const jobId = crypto.randomUUID();
    const waiter = Promise.withResolvers<ComputeResult>();
    waiting.set(jobId, waiter);
    const options = { jobId, removeOnComplete: RETENTION, removeOnFail: RETENTION };
    const added = queue.add('compute', { input, channel }, options);
    added.catch(waiter.reject);
    const onAbort = () => {
      waiter.reject(signal.reason);
      added.then(() => queue.remove(jobId)).catch(() => {}); // BullMQ refuses to remove a running job
    };
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await waiter.promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
      waiting.delete(jobId);
    }
  };
}
