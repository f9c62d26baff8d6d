import { prepare, serve } from '@cpu-bound/service';
import { createCompute } from './compute.ts';
import { createPool, tuning } from './pool.ts';

const context = await prepare({ tuning });
const pool = await createPool(context);
await serve(context, {
  compute: createCompute(pool, context.config),
  ready: () => pool.threads.length > 0,
  gauges: [{ name: 'threads_alive', help: 'Threads of the pool.', read: () => pool.threads.length }],
});
