import { type Job, type Processor, Worker } from 'bullmq';
import pLimit from 'p-limit';
import { Piscina } from 'piscina';
import { queueNames, tuning } from './config.js';
import {
  type Answer,
  isLarge,
  type JobData,
  MOST_JSON_BYTES,
  type PackedOutcome,
  pack,
  unpack,
} from './job.js';
import { createConnections, patient } from './redis.js';
import type { Outcome } from './service/index.js';
import { prepare, reportUp, TaskTimedOut } from './service/worker.js';

/** Starts a worker process. It computes in a thread, so that its main thread can renew the locks of its jobs. */
const supervised = process.channel !== undefined;
const setting = await prepare({ minWorkers: 0, supervised, tuning });
const { config, workload, log, lifecycle } = setting;
const { connect, onError } = createConnections(setting);
const names = queueNames(config, workload);

/** The next job is fetched while the thread computes one. */
const CONCURRENCY = 2;
/** The time for which a job belongs to its worker without a renewal. The job of a killed worker runs again after 2 to 4 s. */
const LOCK_MS = 2_000;
/** A job that has killed this many workers fails instead of killing more. */
const MOST_STALLS = 2;

const pool = new Piscina({
  filename: new URL('./thread.js', import.meta.url).href,
  minThreads: 1,
  maxThreads: 1,
  idleTimeout: Number.POSITIVE_INFINITY,
  recordTiming: false,
  resourceLimits: { maxOldGenerationSizeMb: config.THREADS_HEAP_MB },
  workerData: { workload: config.WORKLOAD, logLevel: config.LOG_LEVEL },
});
pool.on('error', ({ message }) => void lifecycle.stop(`the thread failed between two tasks: ${message}`, 1));
pool.on('workerDestroy', ({ id }) => lifecycle.stopping || log.warn({ threadId: id }, 'a thread ended'));
lifecycle.onStop('thread', () => pool.destroy());
const inTurn = pLimit(1);

/** Computes a job in its turn, unless its client has stopped waiting. */
const compute = ({ data: { input, traceparent, expiresAt = Number.POSITIVE_INFINITY } }: Job<JobData>) =>
  inTurn(async (): Promise<PackedOutcome> => {
    if (Date.now() > expiresAt) return { problem: { status: 504, detail: 'the job has expired' } };
    // Only the end of its thread stops a task. piscina ends the thread when this signal aborts, and starts another.
    const signal = AbortSignal.timeout(config.TASK_TIMEOUT_MS);
    const run: Promise<Outcome> = pool.run({ input: unpack(input), traceparent }, { signal });
    const outcome = await run.catch((error) => {
      if (!signal.aborted) throw error;
      return { problem: new TaskTimedOut(config.TASK_TIMEOUT_MS).document };
    });
    if ('problem' in outcome) return outcome;
    const packed = { ...outcome, output: pack(outcome.output) };
    if (JSON.stringify(packed).length <= MOST_JSON_BYTES) return packed;
    return { problem: { status: 500, detail: 'the result is too large for a job in Redis' } };
  });

/** Computes a request. BullMQ puts the return value into an event, too, so a large outcome replaces the job's input. */
async function computeNow(job: Job<JobData>): Promise<Answer> {
  const outcome = await compute(job);
  if (!isLarge(outcome)) return outcome;
  await job.updateData({ input: { fields: {} }, outcome });
  return { inJob: true };
}

/** Computes a job of `POST /jobs`, which fails if a request would be answered with a problem. */
async function computeLater(job: Job<JobData>): Promise<PackedOutcome> {
  const outcome = await compute(job);
  if ('problem' in outcome) throw new Error(outcome.problem.detail);
  return outcome;
}

const counts = { completed: 0, failed: 0 };
const connection = connect(patient);
const workers = [start(names.requests, computeNow), start(names.jobs, computeLater)];

function start(queue: string, processor: Processor<JobData, Answer>) {
  const worker = new Worker<JobData, Answer>(queue, processor, {
    connection,
    prefix: config.REDIS_PREFIX,
    autorun: false, // until a thread can compute
    concurrency: CONCURRENCY,
    lockDuration: LOCK_MS,
    stalledInterval: LOCK_MS / 2,
    maxStalledCount: MOST_STALLS,
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
}

await pool.run(null, { name: 'ready' }).catch((error) => {
  if (!lifecycle.stopping) throw error;
  return new Promise<never>(() => {}); // never resolves: the process is ending
});
for (const worker of workers) void worker.run().catch(onError);
await Promise.all(workers.map((worker) => worker.waitUntilReady()));
if (!supervised && config.WORKER_PORT > 0) {
  const { serveWorker } = await import('./worker-http.js');
  await serveWorker(setting, { counts, isReady: () => connection.status === 'ready' });
}
reportUp();
log.info({ queues: names }, 'taking jobs');
