import { integer } from '@cpu-bound/service/run/config';
import type { ServiceContext } from '@cpu-bound/service/run/context';
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
