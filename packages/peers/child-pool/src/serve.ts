import { fileURLToPath } from 'node:url';
import type { ComputeResult } from '@cpu-bound/service/contract';
import { prepare } from '@cpu-bound/service/run/prepare';
import { serve } from '@cpu-bound/service/run/service';
import { pool as createPool } from 'workerpool';

/** Uses workerpool as its documentation shows it, on child processes: one task for each request, isolated from others. */
const context = await prepare();
const { WORKERS, WORKLOAD } = context.config;
const pool = createPool(fileURLToPath(new URL('./worker.ts', import.meta.url)), {
  workerType: 'process',
  minWorkers: WORKERS,
  maxWorkers: WORKERS,
  forkOpts: { env: { ...process.env, WORKLOAD } },
});
context.lifecycle.onStop('pool', async () => void (await pool.terminate()));
await serve(context, {
  async compute(input, { signal }) {
    const task = pool.exec('compute', [input]);
    const onAbort = () => void task.cancel(); // ends the worker of a task that has begun
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return (await task) as ComputeResult;
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  },
});
