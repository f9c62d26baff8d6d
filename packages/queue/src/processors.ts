import type { Outcome } from '@cpu-bound/service/contract';
import { taskTimedOut } from '@cpu-bound/service/http/problems';
import { type Job, type Processor, Worker } from 'bullmq';
import pLimit from 'p-limit';
import { Piscina } from 'piscina';
import type { QueueContext } from './config.ts';
import {
  type Answer,
  isLarge,
  type JobData,
  MAX_JSON_BYTES,
  type PackedOutcome,
  pack,
  unpack,
} from './job.ts';
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
    lifecycle.onStop('worker', async () => {
      if (connection.status === 'ready') return worker.close();
      // BullMQ would wait for a connection in order to close it. Without one, the job runs again when its lock has
      // expired. A worker that is not closing would ask for jobs again at once, for ever, when its connection ends.
      void worker.close(true).catch(onError);
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

/** Starts the thread that computes the jobs of a worker process. The main thread can renew their locks meanwhile. */
function startThread({ config, log, lifecycle }: QueueContext): Piscina {
  const pool = new Piscina({
    filename: new URL('./thread.ts', import.meta.url).href,
    minThreads: 1,
    maxThreads: 1,
    idleTimeout: Number.POSITIVE_INFINITY,
    recordTiming: false,
    resourceLimits: { maxOldGenerationSizeMb: config.THREADS_HEAP_MB },
    workerData: { workload: config.WORKLOAD },
  });
  pool.on(
    'error',
    ({ message }) => void lifecycle.stop(`the thread failed between two tasks: ${message}`, 1),
  );
  pool.on('workerDestroy', () => lifecycle.stopping || log.warn('a thread ended'));
  lifecycle.onStop('thread', () => pool.destroy());
  return pool;
}

/** Creates the functions that compute the jobs of a worker process, in a thread. */
export function createProcessors(context: QueueContext) {
  const { config, lifecycle } = context;
  const pool = startThread(context);
  const limit = pLimit(1);

  /** Computes a job when the thread is free, unless its client has stopped waiting. */
  const compute = ({ data }: Job<JobData>) =>
    limit(async (): Promise<PackedOutcome> => {
      const { input, expiresAt = Number.POSITIVE_INFINITY } = data;
      if (Date.now() > expiresAt) return { problem: { status: 504, detail: 'the job has expired' } };
      // A task stops only with its thread. piscina ends the thread when this signal aborts, and starts another.
      const signal = AbortSignal.timeout(config.TASK_TIMEOUT_MS);
      const run: Promise<Outcome> = pool.run(unpack(input), { signal });
      const outcome = await run.catch((error) => {
        if (!signal.aborted) throw error;
        return { problem: taskTimedOut(config.TASK_TIMEOUT_MS).document };
      });
      if ('problem' in outcome) return outcome;
      const packed = { ...outcome, output: pack(outcome.output) };
      if (JSON.stringify(packed).length <= MAX_JSON_BYTES) return packed;
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
    const outcome = await compute(job).catch((cause) => {
      throw new Error('the task failed', { cause }); // its client can read this message, and the log has the cause
    });
    if ('problem' in outcome) throw new Error(outcome.problem.detail);
    return outcome;
  }

  return {
    computeNow,
    computeLater,
    /** Waits until the thread has loaded the workload. */
    ready: () =>
      pool.run(null, { name: 'ready' }).catch((error) => {
        if (!lifecycle.stopping) throw error;
        return new Promise<never>(() => {}); // never resolves: the process is ending
      }),
  };
}
