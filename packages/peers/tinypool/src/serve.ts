import { prepare } from '@cpu-bound/service/run/prepare';
import { serve } from '@cpu-bound/service/run/service';
import { Tinypool } from 'tinypool';

/** Uses tinypool as its documentation shows it: one task for each request, removed or ended when its signal aborts. */
const context = await prepare();
const { WORKERS, WORKLOAD } = context.config;
const pool = new Tinypool({
  filename: new URL('./worker.ts', import.meta.url).href,
  minThreads: WORKERS,
  maxThreads: WORKERS,
  workerData: WORKLOAD,
});
context.lifecycle.onStop('thread pool', () => pool.destroy());
await serve(context, {
  compute: (input, { signal }) =>
    pool.run(input, { signal }).catch((error) => {
      signal.throwIfAborted();
      throw error;
    }),
});
