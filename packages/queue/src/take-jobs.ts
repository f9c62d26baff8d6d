import { type Processor, Worker } from 'bullmq';
import type { QueueContext } from './config.ts';
import type { Answer, JobData } from './job.ts';
import { type Connections, patient } from './redis.ts';

/** The next job is fetched while the thread computes one. */
const CONCURRENCY = 2;
/** The time for which a job belongs to its worker without a renewal. The job of a killed worker runs again after 2 to 4 s. */
const LOCK_MS = 2_000;
/** A job is taken again after it has killed this many workers. After one more it fails. */
const MAX_STALLS = 2;

/** A queue by its name, and the function that computes its jobs. */
export type Served = readonly [queue: string, processor: Processor<JobData, Answer>];

/** Takes the jobs of queues once `ready` resolves, when a thread can compute. */
export async function takeJobs(
  { config, log, lifecycle }: QueueContext,
  { connect, onError }: Connections,
  served: readonly Served[],
  ready: () => Promise<unknown>,
) {
  const counts = { completed: 0, failed: 0 };
  const connection = connect(patient);
  const workers = served.map(([queue, processor]) => {
    const worker = new Worker<JobData, Answer>(queue, processor, {
      connection,
      prefix: config.REDIS_PREFIX,
      autorun: false, // until a thread can compute
      concurrency: CONCURRENCY,
      lockDuration: LOCK_MS,
      stalledInterval: LOCK_MS / 2,
      maxStalledCount: MAX_STALLS,
      runRetryDelay: 200, // after Redis was away; the default is 15 s
    });
    worker.on('error', onError);
    worker.on('completed', () => counts.completed++);
    worker.on('failed', (job, err) => {
      counts.failed++;
      log.warn({ job: job?.id, traceparent: job?.data.traceparent, err }, 'a job failed');
    });
    worker.on('stalled', (job) => log.warn({ job }, 'the job of a dead worker runs again'));
    // BullMQ would wait for a connection in order to close it. Without one, the job runs again when its lock has expired.
    lifecycle.onStop('worker', async () => {
      if (connection.status === 'ready') await worker.close();
    });
    return worker;
  });
  await ready();
  for (const worker of workers) void worker.run().catch(onError);
  // A stop before Redis was reached rejects with the error of the last attempt, which has the password: as in `tend`.
  await Promise.all(workers.map((worker) => worker.waitUntilReady())).catch(({ message }) =>
    lifecycle.stop(`BullMQ did not start: ${message}`, 1),
  );
  return { counts, isReady: () => connection.status === 'ready' };
}
