import { prepare, serve } from '@cpu-bound/service';
import { Tinypool } from 'tinypool';

/** tinypool as its documentation shows it: one task for each request, removed or ended when its signal aborts. */
const setting = await prepare();
const { WORKERS, WORKLOAD } = setting.config;
const pool = new Tinypool({
  filename: new URL('./worker.ts', import.meta.url).href,
  minThreads: WORKERS,
  maxThreads: WORKERS,
  workerData: WORKLOAD,
});
setting.lifecycle.onStop('thread pool', () => pool.destroy());
await serve(setting, {
  compute: (input, { signal }) =>
    pool.run(input, { signal }).catch((error) => {
      signal.throwIfAborted();
      throw error;
    }),
});
