import { prepare, serve } from '@cpu-bound/service';
import { createCompute } from './compute.ts';
import { createPool, tuning } from './pool.ts';

const setting = await prepare({ tuning });
const pool = await createPool(setting);
await serve(setting, {
  compute: createCompute(pool, setting.config),
  ready: () => pool.threads.length > 0,
  gauges: [{ name: 'threads_alive', help: 'Threads of the pool.', read: () => pool.threads.length }],
});
