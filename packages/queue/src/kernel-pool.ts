import type { Item, Outcome } from '@cpu-bound/handover/item';
import type { Setting } from '@cpu-bound/service';
import { Piscina } from 'piscina';
import type { tuning } from './config.ts';
import type { KernelThreadData } from './kernel-thread.ts';

/**
 * What became of the first items, of all of them as a rule. After a `failed` one, which took its thread along, the
 * outcomes of those before it are lost.
 */
export type PoolResult =
  | { readonly outcomes: readonly Outcome[] }
  | { readonly failedAt: number; readonly failure: Outcome & { readonly error: string } };

export type KernelPool = {
  compute(items: readonly Item[]): Promise<PoolResult>;
  /** Threads that were ended or ended by themselves. */
  readonly lostThreads: number;
};

/**
 * One thread that computes, beside a main thread that stays free for Redis: BullMQ renews the lock of its job there. A
 * task that is begun and takes longer than `TASK_TIMEOUT_MS` costs its thread, and another takes its place.
 */
export async function createKernelPool({
  config,
  log,
  lifecycle,
}: Setting<typeof tuning>): Promise<KernelPool> {
  const begun = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workerData: KernelThreadData = { workload: config.WORKLOAD, level: config.LOG_LEVEL, begun };
  const pool = new Piscina({
    filename: new URL('./kernel-thread.ts', import.meta.url).href,
    minThreads: 1,
    maxThreads: 1,
    idleTimeout: Number.POSITIVE_INFINITY,
    recordTiming: false,
    resourceLimits: { maxOldGenerationSizeMb: config.WORKER_HEAP_MB },
    workerData,
  });
  let lostThreads = 0;
  // Between two tasks, or before it was ready: piscina may not start another one then.
  pool.on('error', (err: Error) => void lifecycle.stop(`the thread that computes failed: ${err.message}`, 1));
  pool.on('workerDestroy', () => lifecycle.stopping || lostThreads++);
  lifecycle.onStop('thread that computes', () => pool.destroy());
  await pool.run(null, { name: 'ready' }).catch((error) => {
    if (!lifecycle.stopping) throw error;
    return new Promise<never>(() => {}); // the process ends
  });

  /** Aborts when the same task has been computed for too long; the wait for a new thread does not count. */
  function watch() {
    const controller = new AbortController();
    let [seen, since] = [1, performance.now()];
    const timer = setInterval(
      () => {
        const now = Atomics.load(begun, 0);
        if (now !== seen || now === 0) [seen, since] = [now, performance.now()];
        else if (performance.now() - since > config.TASK_TIMEOUT_MS) controller.abort();
      },
      Math.min(config.TASK_TIMEOUT_MS / 4, 250),
    );
    return { signal: controller.signal, stop: () => clearInterval(timer) };
  }
  return {
    async compute(items) {
      Atomics.store(begun, 0, 0);
      const { signal, stop } = watch();
      try {
        return { outcomes: await pool.run(items, { signal }) };
      } catch (error) {
        const failedAt = Math.max(0, Atomics.load(begun, 0) - 1);
        const stoppedAfterMs = config.TASK_TIMEOUT_MS;
        const failure = signal.aborted
          ? { error: `the task was stopped after ${stoppedAfterMs} ms`, stoppedAfterMs }
          : { error: error instanceof Error ? error.message : String(error) };
        log.warn(
          { traceparent: items[failedAt]?.traceparent, reason: failure.error },
          'a task took its thread along',
        );
        return { failedAt, failure };
      } finally {
        stop();
      }
    },
    get lostThreads() {
      return lostThreads;
    },
  };
}
