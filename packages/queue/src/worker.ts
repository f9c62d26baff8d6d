import { once } from 'node:events';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Worker as Thread } from 'node:worker_threads';
import { outcomeOf } from '@cpu-bound/handover/item';
import { hasOctets } from '@cpu-bound/handover/octets';
import { createKernel, prepare, reportUp } from '@cpu-bound/service/worker';
import { type Job, Worker } from 'bullmq';
import { queueNameOf, tuning } from './config.ts';
import { blocking, blockingClient } from './connection.ts';
import { createHeldJob } from './held-job.ts';
import {
  type JobData,
  LOCK_MS,
  LONGEST_MS,
  MOST_STALLS,
  type PackedItem,
  type PackedOutcome,
  type Reply,
  resultsKey,
  retakenChannel,
  type SharedJob,
  STALL_CHECK_MS,
} from './job.ts';
import type { KeeperData } from './lock-keeper.ts';
import { asText, fromText, pack, unpack } from './octets.ts';

/** One worker process. It computes one item at a time, on its main thread: a CPU-bound task fills it anyway. */
const { config, workload, log, lifecycle } = await prepare({
  minWorkers: 0,
  supervised: process.channel !== undefined,
  tuning,
});
const queueName = queueNameOf(config, workload);
const kernel = createKernel(workload, log);
const held = createHeldJob();
const replies = blockingClient(config);
replies.on('error', (err) => log.debug({ err }, 'reply connection'));

const worker = new Worker<JobData>(queueName, processJob, {
  connection: blocking(config),
  autorun: false, // until its locks are looked after
  concurrency: 1,
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
  held.hold(job.id ?? '', token);
  try {
    if (!('item' in job.data)) return await processShared(job.id ?? '', job.data);
    held.begin(0);
    const { item, octets = [] } = job.data;
    const { output, ...rest } = await kernel(fromText(item.input, octets), item.traceparent);
    const computed = { ...rest, output: asText(output) };
    countResult(computed);
    return computed;
  } finally {
    held.release();
  }
}

/** Outcomes that are there go out while a job takes longer than this: nobody waits for the longest task in it. */
const HOLD_BACK_MS = 20;

/** Begins no item after `LONGEST_MS` or at the end of this process: the API process hands those over again. */
async function processShared(job: string, { items, reply }: SharedJob): Promise<void> {
  const began = performance.now();
  const outcomes: PackedOutcome[] = [];
  let sent = 0;
  let since = began;
  for (const [index, item] of items.entries()) {
    const now = performance.now();
    if (now - since > HOLD_BACK_MS) {
      send(reply, { job, from: sent, outcomes: outcomes.slice(sent), done: false });
      sent = outcomes.length;
      since = now;
      await nextTurn(); // for the message that it is to stop
    }
    if (index > 0 && (now - began > LONGEST_MS || lifecycle.stopping)) break;
    held.begin(index);
    outcomes.push(await outcomeFor(item));
  }
  send(reply, { job, from: sent, outcomes: outcomes.slice(sent), done: true });
}

/** With the octets that were put beside the job, and those of its output put there. */
async function outcomeFor({ octets, ...item }: PackedItem): Promise<PackedOutcome> {
  const whole = octets
    ? { ...item, input: await unpack(replies, { fields: item.input, octets }, false) }
    : item;
  const outcome = await outcomeOf(kernel, whole);
  if (!('output' in outcome) || !hasOctets(outcome.output)) return outcome;
  const { fields, octets: made } = await pack(replies, outcome.output, queueName, config.REQUEST_TIMEOUT_MS);
  return { ...outcome, output: fields, ...(made && { octets: made }) };
}

function send(channel: string, reply: Reply): void {
  replies.publish(channel, JSON.stringify(reply)).catch(() => {}); // closing
}

/** For the API, which has to know what the results of waiting jobs will take. */
function countResult(computed: object): void {
  const bytes = Buffer.byteLength(JSON.stringify(computed));
  const key = resultsKey(queueName);
  replies
    .pipeline()
    .hincrby(key, 'count', 1)
    .hincrby(key, 'bytes', bytes)
    .exec()
    .catch(() => {}); // closing
}

lifecycle.onStop('reply connection', () => Promise.race([replies.quit().then(() => {}), sleep(500)]));
lifecycle.onStop('worker', () => worker.close());
const workerData: KeeperData = { config, queueName, memory: held.memory };
const keeper = new Thread(new URL('./lock-keeper.ts', import.meta.url), { workerData });
keeper.on('error', (err) => {
  log.error({ err }, 'the thread that renews locks failed');
  void lifecycle.stop('it would lose its jobs without that thread', 1);
});
await Promise.all([worker.waitUntilReady(), once(keeper, 'message')]);
worker.run().catch((err) => log.error({ err }, 'worker'));
reportUp();
log.info({ queue: queueName }, 'taking jobs');
