import type { Setting } from '@cpu-bound/service';
import { Piscina } from 'piscina';
import type { tuning } from './tuning.ts';

/**
 * A pool with a thread per worker, all started and with the workload loaded.
 *
 * piscina's defaults are made for mixed work. For CPU-bound tasks: a fixed size (its 1.5 × parallelism would
 * have threads compete for cores), threads that never idle out, and first come first served.
 */
export async function createPool({ config, log, lifecycle }: Setting<typeof tuning>): Promise<Piscina> {
  const { WORKERS, WORKLOAD, LOG_LEVEL, THREADS_ATOMICS, THREADS_AHEAD } = config;
  const pool = new Piscina({
    filename: new URL('./worker.ts', import.meta.url).href,
    minThreads: WORKERS,
    maxThreads: WORKERS,
    idleTimeout: Number.POSITIVE_INFINITY,
    maxQueue: config.MAX_PENDING,
    concurrentTasksPerWorker: THREADS_AHEAD,
    atomics: THREADS_ATOMICS,
    stricterFIFO: true,
    recordTiming: false,
    workerData: { workload: WORKLOAD, level: LOG_LEVEL },
  });
  pool.on('error', (err) => log.error({ err }, 'a thread failed'));
  pool.on('workerDestroy', ({ id }) => lifecycle.stopping || log.warn({ threadId: id }, 'a thread ended'));
  lifecycle.onStop('thread pool', () => pool.destroy());
  const threads = Array.from({ length: WORKERS * THREADS_AHEAD });
  await Promise.all(threads.map(() => pool.run(null, { name: 'ready' })));
  return pool;
}
