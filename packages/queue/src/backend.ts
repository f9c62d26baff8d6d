import { BackendAway, type Computed, type Setting } from '@cpu-bound/service';
import { Queue, QueueEvents } from 'bullmq';
import { hasty, patient } from './connection.ts';
import { JOB_NAME, type JobInput, type JobResult } from './job.ts';
import { createWaiters, type Waiters } from './waiters.ts';

/** The API's side of the queue: where jobs go in, and where their results come out. */
export type Backend = {
  readonly queue: Queue<JobInput, JobResult>;
  readonly waiters: Waiters;
  readonly connected: boolean;
};

/** Connects, and waits until a job has gone all the way through a worker and back. */
export async function connectBackend(setting: Setting): Promise<Backend> {
  const { config, log, lifecycle } = setting;
  const waiters = createWaiters();
  await readResults(setting, waiters);

  const client = hasty(config.REDIS_URL);
  client.on('error', (err) => log.debug({ err }, 'Redis'));
  await new Promise((resolve) => client.once('ready', resolve));
  const queue = new Queue<JobInput, JobResult>(config.QUEUE_NAME, {
    connection: client,
    skipWaitingForReady: true,
  });
  queue.on('error', (err) => log.debug({ err }, 'queue'));
  client.on('ready', () => log.info('Redis is back'));
  client.on('close', () => {
    if (!lifecycle.stopping) log.warn('Redis is away');
    waiters.rejectAll(new BackendAway('Redis'));
  });
  lifecycle.onStop('queue', async () => {
    await queue.close();
    client.disconnect();
  });
  await roundTrip(queue, waiters);
  return {
    queue,
    waiters,
    get connected() {
      return client.status === 'ready';
    },
  };
}

/** One reader of the event stream for all requests of this process. */
async function readResults({ config, log, lifecycle }: Setting, waiters: Waiters): Promise<void> {
  const events = new QueueEvents(config.QUEUE_NAME, { connection: patient(config.REDIS_URL) });
  events.on('completed', ({ jobId, returnvalue }) =>
    waiters.resolve(jobId, returnvalue as unknown as Computed),
  );
  events.on('failed', ({ jobId, failedReason }) => waiters.reject(jobId, new Error(failedReason)));
  events.on('error', (err) => log.debug({ err }, 'event reader'));
  lifecycle.onStop('event reader', () => events.close());
  await events.waitUntilReady();
}

/**
 * The event reader says that it is ready before its first read (BullMQ issue 2874), and there may be no worker
 * yet: sends the sentinel job until one comes back.
 */
async function roundTrip(queue: Queue<JobInput, JobResult>, waiters: Waiters): Promise<void> {
  for (;;) {
    const jobId = crypto.randomUUID();
    const back = waiters.wait(jobId, AbortSignal.timeout(1_000));
    await queue.add(JOB_NAME, null, { jobId, removeOnComplete: true });
    const came = await back.then(
      () => true,
      () => false,
    );
    if (came) return;
  }
}
