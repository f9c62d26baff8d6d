import { prepare, serve } from '@cpu-bound/service';
import { Piscina } from 'piscina';

/**
 * piscina as its documentation has it, cancellation included, to measure ours against: a task for each request. Those that
 * wait are not served in order (5.3.2, tasks with a signal), and a client that leaves ends the thread of its task.
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
