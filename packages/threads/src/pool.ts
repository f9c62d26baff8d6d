import { choice, integer, type Setting } from '@cpu-bound/service';
import { Piscina } from 'piscina';

export const tuning = {
  /** A thread whose heap grows beyond this ends, and its task fails; the service goes on. In MiB. */
  THREADS_HEAP_MB: integer(16, 65_536, 512),
  /** Whether the octets of a body or an answer change hands or are copied; to measure the one against the other. */
  THREADS_OCTETS: choice('transfer', 'copy'),
};

/**
 * A pool with a thread per worker, all started and with the workload loaded.
 *
 * piscina's defaults are made for mixed work. For CPU-bound tasks: a fixed size (its 1.5 × parallelism would
 * have threads compete for cores), threads that never idle out, and first come first served.
 */
export async function createPool({ config, log, lifecycle }: Setting<typeof tuning>): Promise<Piscina> {
  const { WORKERS, WORKLOAD, LOG_LEVEL, THREADS_HEAP_MB, THREADS_OCTETS } = config;
  const pool = new Piscina({
    filename: new URL('./worker.ts', import.meta.url).href,
    minThreads: WORKERS,
    maxThreads: WORKERS,
    idleTimeout: Number.POSITIVE_INFINITY,
    stricterFIFO: true,
    recordTiming: false,
    resourceLimits: { maxOldGenerationSizeMb: THREADS_HEAP_MB },
    workerData: { workload: WORKLOAD, level: LOG_LEVEL, octets: THREADS_OCTETS },
  });
  pool.on('error', (err) => log.error({ err }, 'a thread failed'));
  pool.on('workerDestroy', ({ id }) => lifecycle.stopping || log.warn({ threadId: id }, 'a thread ended'));
  lifecycle.onStop('thread pool', () => pool.destroy());
  await Promise.all(Array.from({ length: WORKERS }, () => pool.run(null, { name: 'ready' })));
  return pool;
}
