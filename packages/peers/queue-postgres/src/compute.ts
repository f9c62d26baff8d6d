import type { Compute, ComputeResult, Setting } from '@cpu-bound/service';
import { Job, type PostgresConnectionOptions, type PostgresQueueBackend, type Queue } from 'bullmq';
import { Client } from 'pg';
import type { JobData, Reply } from './reply.ts';
import type { tuning } from './tuning.ts';

const KEPT = { count: 1_000 };

/** The rest of its parameters have their defaults. */
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
 * A job for each request, whose worker says by NOTIFY what became of it. BullMQ's own `waitUntilFinished` does not
 * see every job's end on PostgreSQL: it reads events by growing number, and transactions do not end in that order.
 */
export async function createCompute(
  queue: PostgresQueue,
  { config, lifecycle }: Setting<typeof tuning>,
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
    if (!waiter) return; // its request is gone
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
    const onAbort = () => {
      waiter.reject(signal.reason);
      queue.remove(jobId).catch(() => {}); // it runs
    };
    signal.addEventListener('abort', onAbort, { once: true });
    queue
      .add('compute', { input, channel }, { jobId, removeOnComplete: KEPT, removeOnFail: KEPT })
      .catch(waiter.reject);
    try {
      return await waiter.promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
      waiting.delete(jobId);
    }
  };
}
