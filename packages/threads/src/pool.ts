import { integer, type Setting } from '@cpu-bound/service';
import { Piscina } from 'piscina';

export const tuning = {
  /** A thread whose heap grows beyond this ends, and its task fails; the service goes on. In MiB. */
  THREADS_HEAP_MB: integer(16, 65_536, 512),
};

/**
 * Starts a pool with one thread per worker, and waits until each has loaded the workload.
 *
 * piscina's defaults suit mixed work. CPU-bound tasks need a fixed number of threads that never idle out; with its
 * default of 1.5 × parallelism, threads would compete for cores. Its queue stays empty (compute.ts), because it serves
 * tasks with a signal out of order (5.3.2): with `stricterFIFO`, the last one first.
 */
export async function createPool({ config, log, lifecycle }: Setting<typeof tuning>): Promise<Piscina> {
  const { WORKERS, WORKLOAD, LOG_LEVEL, THREADS_HEAP_MB } = config;
  const pool = new Piscina({
    filename: new URL('./worker.ts', import.meta.url).href,
    minThreads: WORKERS,
    maxThreads: WORKERS,
    idleTimeout: Number.POSITIVE_INFINITY,
    recordTiming: false,
    resourceLimits: { maxOldGenerationSizeMb: THREADS_HEAP_MB },
    workerData: { workload: WORKLOAD, level: LOG_LEVEL },
  });
  pool.on('error', (err) => log.error({ err }, 'a thread failed'));
  pool.on('workerDestroy', ({ id }) => lifecycle.stopping || log.warn({ threadId: id }, 'a thread ended'));
  lifecycle.onStop('thread pool', () => pool.destroy());
  const loaded = Array.from({ length: WORKERS }, () => pool.run(null, { name: 'ready' }));
  await Promise.all(loaded).catch((error) => {
    if (!lifecycle.stopping) throw error;
    return new Promise<never>(() => {}); // never resolves: the process is ending
  });
  return pool;
}
