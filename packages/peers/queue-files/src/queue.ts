import { join } from 'node:path';
import type { Outcome } from '@cpu-bound/service/contract';
import { taskTimedOut } from '@cpu-bound/service/http/problems';
import type { ServiceContext } from '@cpu-bound/service/run/context';
import { FileStorage, type Job, Queue, Reaper } from '@platformatic/job-queue';
import { Piscina } from 'piscina';
import type { JobData, JobQueue } from './job.ts';
import type { tuning } from './tuning.ts';

/** The job of a process that was killed runs again this long after its begin, if the service has been started again. */
const TAKEN_AGAIN_AFTER_MS = 10_000;

/** A thread waits this long for a job. The queue loses a job that it takes just as this time ends (0.5.0). */
const WAIT_S = 86_400;

/** Opens the queue in its folder, and computes its jobs on threads. A running job stops at the end of its thread. */
export async function openQueue({
  config,
  log,
  lifecycle,
}: ServiceContext<typeof tuning>): Promise<JobQueue> {
  const pool = new Piscina({
    filename: new URL('./thread.ts', import.meta.url).href,
    minThreads: config.WORKERS,
    maxThreads: config.WORKERS,
    idleTimeout: Number.POSITIVE_INFINITY,
    workerData: { workload: config.WORKLOAD },
  });
  lifecycle.onStop('threads', () => pool.destroy());
  const storage = new FileStorage({ basePath: join(config.QUEUE_FOLDER, `queue-${config.QUEUE_NAME}`) });
  const visibilityTimeout = Math.max(TAKEN_AGAIN_AFTER_MS, 2 * config.TASK_TIMEOUT_MS);
  // The name of the worker is that of its folder of begun jobs, so it stays the same after a restart.
  const workerId = 'service';
  const queue: JobQueue = new Queue<JobData, Outcome>({
    storage,
    workerId,
    concurrency: config.WORKERS,
    visibilityTimeout,
    blockTimeout: WAIT_S,
  });
  queue.execute(async ({ payload }: Job<JobData>) => {
    const signal = AbortSignal.timeout(config.TASK_TIMEOUT_MS);
    return pool.run(payload, { signal }).catch((error) => {
      if (!signal.aborted) throw error;
      return { problem: taskTimedOut(config.TASK_TIMEOUT_MS).document };
    });
  });
  const reaper = new Reaper({ storage, visibilityTimeout });
  const onError = (err: Error) => log.error({ err }, 'the queue failed');
  queue.on('error', onError);
  reaper.on('error', onError);
  await queue.start();
  await reaper.start();
  lifecycle.onStop('queue', async () => {
    await reaper.stop();
    await queue.stop();
  });
  return queue;
}
