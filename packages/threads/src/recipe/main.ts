import { prepare, serve } from '@cpu-bound/service';
import { Piscina } from 'piscina';

/**
 * piscina as its documentation shows it, with cancellation: one task for each request. Our pool is measured against it.
 * Waiting tasks with a signal are not served in order (5.3.2). A client that leaves ends the thread of its task.
 */
const setting = await prepare();
const { WORKERS, WORKLOAD } = setting.config;
const pool = new Piscina({
  filename: new URL('./worker.ts', import.meta.url).href,
  minThreads: WORKERS,
  maxThreads: WORKERS,
  workerData: WORKLOAD,
});
setting.lifecycle.onStop('thread pool', () => pool.destroy());
await serve(setting, { compute: (input, { signal }) => pool.run(input, { signal }) });
