import { setTimeout as sleep } from 'node:timers/promises';
import type { Item, Outcome } from '@cpu-bound/handover/item';
import { hasOctets } from '@cpu-bound/handover/octets';
import { prepare, reportUp } from '@cpu-bound/service/worker';
import { defined } from '@cpu-bound/workload/defined';
import { type Job, UnrecoverableError, Worker } from 'bullmq';
import { type Beat, createBeat, lastBeat } from './beat.ts';
import { namesOf, tuning } from './config.ts';
import { blocking, blockingClient } from './connection.ts';
import {
  type AsyncJob,
  type AsyncResult,
  type JobData,
  LONGEST_MS,
  MOST_STALLS,
  type PackedItem,
  type PackedOutcome,
  type SharedJob,
} from './job.ts';
import { createLedger, OVERHEAD_BYTES } from './jobs/ledger.ts';
import { createKernelPool } from './kernel-pool.ts';
import { octetBytes, pack, unpack } from './octets.ts';
import { createTroubleLog } from './redis-errors.ts';
import { MOST_MESSAGE_BYTES, publishReply } from './replies.ts';

/** One worker process. It computes one item at a time, in a thread: this one renews the lock of its job. */
const supervised = process.channel !== undefined;
const setting = await prepare({ minWorkers: 0, supervised, tuning });
const { config, workload, log, lifecycle } = setting;
const names = namesOf(config, workload);
const troubles = createTroubleLog(log, supervised ? 'debug' : 'warn');
const name = crypto.randomUUID();
const resultKeptMs = config.JOB_KEPT_S * 1_000;
const replying = { keptMs: config.REQUEST_TIMEOUT_MS, onError: troubles.tell };
const BEAT_MS = 500;

const redis = blockingClient(config);
redis.on('error', troubles.tell);
const ledger = createLedger(() => redis, names, config);
const beat = createBeat(redis, names, name);
let beating: Beat = { workers: 0, aheadMs: 0 };
let beatAt = Number.NEGATIVE_INFINITY;
const counts = { completed: 0, failed: 0 };

const worker = new Worker<JobData, AsyncResult | undefined>(names.queue, processJob, {
  connection: blocking(config),
  prefix: names.prefix,
  autorun: false, // until there is a thread that computes
  concurrency: 1,
  lockDuration: config.JOB_LOCK_MS,
  stalledInterval: config.JOB_LOCK_MS / 2,
  maxStalledCount: MOST_STALLS,
  runRetryDelay: 200, // after Redis was away; 15 s unless set
});
worker.on('error', troubles.tell);
worker.on('stalled', (id) => {
  log.warn({ job: id }, 'a job of a worker that is gone is taken up again');
  redis.publish(names.key('retaken'), id).catch(troubles.tell);
});
worker.on('completed', ({ id = '', data, returnvalue }) => {
  counts.completed++;
  if ('item' in data) finish(id, data, returnvalue?.bytes ?? 0);
});
worker.on('failed', (job, error) => {
  counts.failed++;
  const { id = '', data } = job ?? {};
  const items = !data ? [] : 'item' in data ? [data.item] : data.items;
  log.warn(
    { job: id, traceparents: items.flatMap(({ traceparent }) => traceparent ?? []), err: error },
    'a job failed',
  );
  if (!data) return;
  if ('item' in data) return void finish(id, data, 0);
  const reply = { job: id, from: 0, outcomes: [], done: true, failed: error.message };
  void publishReply(redis, data.reply, reply, replying);
});

function finish(id: string, { item }: AsyncJob, resultBytes: number): void {
  const bytes = OVERHEAD_BYTES + JSON.stringify(item.input).length + resultBytes;
  ledger.finish(id, bytes, resultBytes).catch(troubles.tell);
}

async function processJob({ id = '', data }: Job<JobData>): Promise<AsyncResult | undefined> {
  return 'item' in data ? processAsync(id, data) : processShared(id, data);
}

/** Begins no item after `LONGEST_MS` or at the end of this process: the API process hands those over again. */
async function processShared(job: string, { items, reply }: SharedJob): Promise<undefined> {
  const began = performance.now();
  const send = (from: number, outcomes: readonly PackedOutcome[], done: boolean) =>
    publishReply(redis, reply, { job, from, outcomes, done }, replying);
  const whole = await Promise.all(items.map(withOctets));
  for (let from = 0; ; ) {
    const computed = await kernel.compute(whole.slice(from));
    if ('failure' in computed) return void (await send(from + computed.failedAt, [computed.failure], true));
    const outcomes = await Promise.all(computed.outcomes.map(withoutOctets));
    const next = from + outcomes.length;
    const done = next === items.length || performance.now() - began > LONGEST_MS || lifecycle.stopping;
    await send(from, outcomes, done);
    if (done) return;
    from = next;
  }
}

/** @throws UnrecoverableError where the task failed: it would fail again */
async function processAsync(id: string, { item }: AsyncJob): Promise<AsyncResult> {
  const computed = await kernel.compute([await withOctets(item)]);
  const [outcome] = 'failure' in computed ? [computed.failure] : computed.outcomes;
  if (!outcome || !('output' in outcome))
    throw new UnrecoverableError(outcome && 'error' in outcome ? outcome.error : 'dropped');
  const { output, ...rest } = outcome;
  const key = names.key('result', id);
  const { fields, octets } = await pack(redis, output, key, resultKeptMs);
  const text = JSON.stringify({ ...fields, ...rest });
  const bytes = text.length + octetBytes(output);
  if (text.length <= MOST_MESSAGE_BYTES) return defined({ fields: { ...fields, ...rest }, bytes, octets });
  await redis.hset(key, '', text);
  await redis.pexpire(key, resultKeptMs);
  return { fields: {}, bytes, octets: key };
}

/** With the octets that were put beside the job, and its deadline on this machine's clock. */
async function withOctets({ octets, ...item }: PackedItem): Promise<Item> {
  const { deadlineAt } = item;
  const timely = deadlineAt === undefined ? item : { ...item, deadlineAt: deadlineAt - beating.aheadMs };
  return octets ? { ...timely, input: await unpack(item.input, redis.hgetallBuffer(octets)) } : timely;
}

async function withoutOctets(outcome: Outcome): Promise<PackedOutcome> {
  if (!('output' in outcome) || !hasOctets(outcome.output)) return outcome;
  const key = names.key('outcome', crypto.randomUUID());
  const { fields, octets } = await pack(redis, outcome.output, key, replying.keptMs);
  return defined({ ...outcome, output: fields, octets });
}

async function giveSign(): Promise<void> {
  await beat().then((now) => {
    beating = now;
    beatAt = performance.now();
    troubles.over();
  }, troubles.tell);
}

lifecycle.onStop('connection', () => Promise.race([redis.quit().then(() => {}), sleep(500)]));
const kernel = await createKernelPool(setting);
await worker.waitUntilReady();
await giveSign();
const signs = setInterval(giveSign, BEAT_MS);
lifecycle.onStop('worker', async () => {
  clearInterval(signs);
  await Promise.all([lastBeat(redis, names, name).catch(troubles.tell), worker.close()]);
});
if (!supervised && config.WORKER_PORT > 0) {
  const { serveWorker } = await import('./worker-http.ts');
  await serveWorker(setting, { counts, kernel, takesJobs: () => performance.now() - beatAt < 4 * BEAT_MS });
}
worker.run().catch(troubles.tell);
reportUp();
log.info({ queue: names.queue }, 'taking jobs');
