import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker as Thread } from 'node:worker_threads';
import { createKernel, type Outcome, outcomeOf, prepare, type Reply, reportUp } from '@cpu-bound/service';
import { type Job, Worker } from 'bullmq';
import { blocking, blockingClient } from './connection.ts';
import { createHeldJobs } from './held-jobs.ts';
import { type BatchJob, type JobData, LOCK_MS, MOST_STALLS, retakenChannel, STALL_CHECK_MS } from './job.ts';
import type { KeeperData } from './lock-keeper.ts';
import { tuning } from './tuning.ts';

/** One worker process. It computes one item at a time, on its main thread: a CPU-bound task fills it anyway. */
const { config, workload, log, lifecycle } = await prepare({
  minWorkers: 0,
  supervised: process.channel !== undefined,
  tuning,
});
const { REDIS_URL: url, QUEUE_NAME: queueName, QUEUE_CONCURRENCY: concurrency } = config;
const kernel = createKernel(workload, log);
const held = createHeldJobs(concurrency);
const replies = blockingClient(url);
replies.on('error', (err) => log.debug({ err }, 'reply connection'));

const worker = new Worker<JobData>(queueName, processJob, {
  connection: blocking(url),
  autorun: false, // until its locks are looked after
  concurrency,
  lockDuration: LOCK_MS,
  skipLockRenewal: true, // lock-keeper.ts does it
  stalledInterval: STALL_CHECK_MS,
  maxStalledCount: MOST_STALLS,
  runRetryDelay: 200, // after Redis was away; 15 s unless set
});
worker.on('error', (err) => log.debug({ err }, 'worker'));
worker.on('stalled', (id) => {
  log.warn({ job: id }, 'a job of a worker that is gone is taken up again');
  replies.publish(retakenChannel(queueName), id).catch(() => {});
});
worker.on('failed', (job, error) => {
  log.warn({ job: job?.id, err: error }, 'a job failed');
  if (job?.id && 'reply' in job.data) {
    send(job.data.reply, { job: job.id, from: 0, outcomes: [], done: true, failed: error.message });
  }
});

async function processJob(job: Job<JobData>, token = ''): Promise<unknown> {
  const release = held.hold(job.id ?? '', token);
  try {
    return 'item' in job.data
      ? await kernel(job.data.item.input, job.data.item.traceparent)
      : await processBatch(job.id ?? '', job.data);
  } finally {
    release();
  }
}

/** Outcomes that are there go out while a batch takes longer than this: nobody waits for the longest task in it. */
const HOLD_BACK_MS = 20;

async function processBatch(job: string, { items, reply }: BatchJob): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  let sent = 0;
  let since = performance.now();
  for (const item of items) {
    outcomes.push(await outcomeOf(kernel, item));
    const done = outcomes.length === items.length;
    if (config.QUEUE_REPLY === 'events') continue;
    if (!done && performance.now() - since < HOLD_BACK_MS) continue;
    send(reply, { job, from: sent, outcomes: outcomes.slice(sent), done });
    sent = outcomes.length;
    since = performance.now();
  }
  if (items.length === 0) send(reply, { job, from: 0, outcomes, done: true });
  return config.QUEUE_REPLY === 'events' ? outcomes : [];
}

function send(channel: string, reply: Reply): void {
  replies.publish(channel, JSON.stringify(reply)).catch(() => {}); // closing
}

lifecycle.onStop('reply connection', () => Promise.race([replies.quit().then(() => {}), sleep(500)]));
lifecycle.onStop('worker', () => worker.close());
const workerData: KeeperData = { url, queueName, memory: held.memory };
const keeper = new Thread(new URL('./lock-keeper.ts', import.meta.url), { workerData });
keeper.on('error', (err) => {
  log.error({ err }, 'the thread that renews locks failed');
  void lifecycle.stop('it would lose its jobs without that thread', 1);
});
await Promise.all([worker.waitUntilReady(), once(keeper, 'message')]);
worker.run().catch((err) => log.error({ err }, 'worker'));
reportUp();
log.info({ queue: queueName }, 'taking jobs');
