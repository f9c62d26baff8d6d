import { setTimeout as sleep } from 'node:timers/promises';
import { BackendAway, type Batches, createBatches, type Item, type Setting } from '@cpu-bound/service';
import { Queue } from 'bullmq';
import { failFast } from './connection.ts';
import { countFleet, type Fleet } from './fleet.ts';
import { BATCH, type JobData } from './job.ts';
import { takePulse } from './pulse.ts';
import { type ReplyListener, readChannel, readEvents } from './replies.ts';
import type { tuning } from './tuning.ts';

/** The API's side of the queue: where requests and jobs go in, and where results come out. */
export type Backend = {
  readonly queue: Queue<JobData>;
  readonly batches: Batches;
  readonly fleet: Fleet;
  /** Whether Redis answers. */
  readonly connected: boolean;
  /** Jobs that were taken up again after their worker died. */
  readonly retaken: number;
};

/** Jobs in Redis for each worker: one to compute, one to take next. */
const JOBS_PER_WORKER = 2;
/** A job costs about a millisecond of CPU over the API, Redis and its worker, whatever is in it. */
const WORK_MS = 12;
/** With two jobs for each worker, an eighth of what waits for it. */
const BACKLOG_SHARE = 0.25;
const SENTINEL_MS = 1_000;

/** Connects, and waits until a job has gone all the way through a worker and back. */
export async function connectBackend(
  setting: Setting<typeof tuning>,
  startedWorkers: () => number,
): Promise<Backend> {
  const { config, log, lifecycle } = setting;
  const { REDIS_URL: url, QUEUE_NAME: name, QUEUE_BATCH } = config;
  const reply = `${name}:replies:${crypto.randomUUID()}`;
  let retaken = 0;

  const client = failFast(url);
  client.on('error', (err) => log.debug({ err }, 'Redis'));
  await new Promise((resolve) => client.once('ready', resolve));
  const queue = new Queue<JobData>(name, {
    connection: client,
    skipWaitingForReady: true,
    streams: { events: { maxLen: config.QUEUE_EVENTS } },
  });
  queue.on('error', (err) => log.debug({ err }, 'queue'));

  const addBatch = (jobId: string, items: readonly Item[]) =>
    queue.add(BATCH, { items, reply }, { jobId, removeOnComplete: true, removeOnFail: true });
  const fleet = await countFleet(queue, startedWorkers);
  const batches = createBatches({
    add: (job, items) =>
      addBatch(job, items).catch(() => {
        throw new BackendAway('Redis');
      }),
    remove: (job) => void queue.remove(job).catch(() => {}), // it runs, or Redis is away
    ahead: () =>
      QUEUE_BATCH !== 'never' && fleet.workers > 0
        ? fleet.workers * JOBS_PER_WORKER
        : Number.POSITIVE_INFINITY,
    workMs: WORK_MS,
    backlogShare: QUEUE_BATCH === 'backlog' ? BACKLOG_SHARE : 0,
  });
  const sentinels = new Map<string, () => void>();
  const listener: ReplyListener = {
    onReply: (message) => sentinels.get(message.job)?.() ?? batches.reply(message),
    onRetaken: () => retaken++,
    onGap: () => batches.rejectAll(new BackendAway('Redis')),
    onError: (err) => log.debug({ err }, 'reply reader'),
  };
  const replies =
    config.QUEUE_REPLY === 'channel'
      ? await readChannel(url, name, reply, listener)
      : await readEvents(url, name, listener);
  client.on('close', listener.onGap);
  const pulse = takePulse(
    () => client.ping(),
    () => {
      if (!lifecycle.stopping) log.warn('Redis is away');
      listener.onGap();
    },
    () => log.info('Redis is back'),
  );
  lifecycle.onStop('queue', async () => {
    pulse.stop();
    fleet.stop();
    await replies.close();
    await queue.close();
    client.disconnect();
  });
  await roundTrip(sentinels, (job) => addBatch(job, []));
  return {
    queue,
    batches,
    fleet,
    get connected() {
      return pulse.beating && replies.connected;
    },
    get retaken() {
      return retaken;
    },
  };
}

/**
 * A subscription or an event reader says that it is ready before its first read (BullMQ issue 2874), and there may
 * be no worker yet: sends a job with nothing in it until one comes back.
 */
async function roundTrip(
  sentinels: Map<string, () => void>,
  add: (job: string) => Promise<unknown>,
): Promise<void> {
  for (let isBack = false; !isBack; ) {
    const job = crypto.randomUUID();
    const { promise: back, resolve } = Promise.withResolvers<boolean>();
    sentinels.set(job, () => resolve(true));
    await add(job).catch(() => {}); // Redis is away, once more
    isBack = await Promise.race([back, sleep(SENTINEL_MS, false, { ref: false })]);
    sentinels.delete(job);
  }
}
