import { integer, type Setting } from '@cpu-bound/service';
import { Piscina } from 'piscina';

export const tuning = {
  /** A thread whose heap grows beyond this ends, and its task fails; the service goes on. In MiB. */
  THREADS_HEAP_MB: integer(16, 65_536, 512),
};

/**
 * A pool with a thread per worker, all started and with the workload loaded.
 *
 * piscina's defaults are made for mixed work. For CPU-bound tasks: a fixed size (its 1.5 × parallelism would
 * have threads compete for cores), and threads that never idle out. Its queue stays empty (compute.ts): tasks with a
 * signal are served out of order there (5.3.2), and last come, first served with `stricterFIFO`.
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
    return new Promise<never>(() => {}); // the process ends
  });
  return pool;
}
