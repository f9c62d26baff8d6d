import type { Setting } from '@cpu-bound/service';
import { Piscina } from 'piscina';
import { createFifo } from './fifo.ts';
import { createPrefetch, type Prefetch } from './prefetch.ts';
import type { tuning } from './tuning.ts';

export type Pool = { readonly piscina: Piscina; readonly prefetch: Prefetch };

/**
 * A pool with a thread per worker, all started and with the workload loaded.
 *
 * piscina's defaults are made for mixed work. For CPU-bound tasks: a fixed size (its 1.5 × parallelism would
 * have threads compete for cores), threads that never idle out, and first come first served.
 */
export async function createPool({ config, log, lifecycle }: Setting<typeof tuning>): Promise<Pool> {
  const { WORKERS, WORKLOAD, THREADS_ATOMICS, THREADS_PREFETCH, THREADS_QUEUE } = config;
  const prefetch = createPrefetch(THREADS_PREFETCH);
  const piscina = new Piscina({
    filename: new URL('./worker.ts', import.meta.url).href,
    minThreads: WORKERS,
    maxThreads: WORKERS,
    idleTimeout: Number.POSITIVE_INFINITY,
    maxQueue: config.MAX_PENDING,
    concurrentTasksPerWorker: 2,
    loadBalancer: prefetch.balancer,
    atomics: THREADS_ATOMICS,
    stricterFIFO: true,
    ...(THREADS_QUEUE === 'fifo' && { taskQueue: createFifo() }),
    recordTiming: false,
    workerData: { workload: WORKLOAD, level: config.LOG_LEVEL },
  });
  piscina.on('error', (err) => log.error({ err }, 'a thread failed'));
  piscina.on('workerDestroy', ({ id }) => lifecycle.stopping || log.warn({ threadId: id }, 'a thread ended'));
  lifecycle.onStop('thread pool', () => piscina.destroy());
  await Promise.all(Array.from({ length: WORKERS }, () => piscina.run(null, { name: 'ready' })));
  return { piscina, prefetch };
}
