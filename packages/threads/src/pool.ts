import type { Compute } from '@cpu-bound/service/contract';
import { resultOf, taskTimedOut } from '@cpu-bound/service/http/problems';
import { integer } from '@cpu-bound/service/run/config';
import type { ServiceContext } from '@cpu-bound/service/run/context';
import pLimit from 'p-limit';
import { Piscina } from 'piscina';

export const tuning = {
  /** The largest heap of a thread, in MiB. Beyond it, the thread ends and its task fails; the service goes on. */
  THREADS_HEAP_MB: integer(16, 65_536, 512),
};

/**
 * Starts a pool with one thread per worker, and waits until they have loaded the workload.
 *
 * piscina's defaults, 1.5 threads for each core that end when idle, suit tasks that wait. Tasks that compute need a fixed
 * number of threads.
 */
export async function createPool({
  config,
  log,
  lifecycle,
}: ServiceContext<typeof tuning>): Promise<Piscina> {
  const pool = new Piscina({
    filename: new URL('./thread.ts', import.meta.url).href,
    minThreads: config.WORKERS,
    maxThreads: config.WORKERS,
    idleTimeout: Number.POSITIVE_INFINITY,
    recordTiming: false,
    resourceLimits: { maxOldGenerationSizeMb: config.THREADS_HEAP_MB },
    workerData: { workload: config.WORKLOAD },
  });
  pool.on('error', (err) => log.error({ err }, 'a thread failed'));
  pool.on('workerDestroy', () => lifecycle.stopping || log.warn('a thread ended'));
  lifecycle.onStop('thread pool', () => pool.destroy());
  const loaded = pool.threads.map(() => pool.run(null, { name: 'ready' }));
  await Promise.all(loaded).catch((error) => {
    if (!lifecycle.stopping) throw error;
    return new Promise<never>(() => {}); // never resolves: the process is ending
  });
  return pool;
}

/**
 * Computes by `pool.run`, one task for each thread at a time. Other tasks wait in `p-limit`, because piscina's queue
 * takes tasks with a signal out of order (5.3.2). A task whose client has left, or whose deadline has passed, is not
 * computed if it still waits. One that has begun goes on, and keeps its thread, for `TASK_TIMEOUT_MS` at most: its request
 * gets 504 meanwhile.
 */
export function createCompute(
  pool: Piscina,
  { TASK_TIMEOUT_MS }: Pick<ServiceContext['config'], 'TASK_TIMEOUT_MS'>,
): Compute {
  const limit = pLimit(pool.maxThreads);
  return (input, { signal }) => {
    const computed = limit(async () => {
      signal.throwIfAborted();
      // A task stops only with its thread. piscina ends the thread when this signal aborts, and starts another.
      const time = AbortSignal.timeout(TASK_TIMEOUT_MS);
      return pool.run(input, { signal: time }).catch((error) => {
        throw time.aborted ? taskTimedOut(TASK_TIMEOUT_MS) : error;
      });
    });
    return Promise.race([computed.then(resultOf), whenAborted(signal)]);
  };
}

/** Rejects with the signal's reason at the deadline, or when the client leaves, although the task may go on. */
const whenAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
