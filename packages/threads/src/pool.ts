import type { Setting } from '@cpu-bound/service';
import { Piscina } from 'piscina';

/**
 * A pool with a thread per worker, all started and with the workload loaded.
 *
 * piscina's defaults are made for mixed work. For CPU-bound tasks: a fixed size (its 1.5 × parallelism would
 * have threads compete for cores), threads that never idle out, first come first served, and a bounded queue.
 */
export async function createPool({ config, log, lifecycle }: Setting): Promise<Piscina> {
  const pool = new Piscina({
    filename: new URL('./worker.ts', import.meta.url).href,
    minThreads: config.WORKERS,
    maxThreads: config.WORKERS,
    idleTimeout: Number.POSITIVE_INFINITY,
    maxQueue: config.MAX_PENDING,
    stricterFIFO: true,
    recordTiming: false,
    workerData: { workload: config.WORKLOAD },
  });
  pool.on('error', (err) => log.error({ err }, 'a thread failed'));
  lifecycle.onStop('thread pool', () => pool.destroy());
  await Promise.all(Array.from({ length: config.WORKERS }, () => pool.run(null, { name: 'ready' })));
  return pool;
}
