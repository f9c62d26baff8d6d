import { createCompute } from './compute.js';
import { createPool, tuning } from './pool.js';
import { prepare, serve } from './service/index.js';

const setting = await prepare({ tuning });
const pool = await createPool(setting);
await serve(setting, {
  compute: createCompute(pool, setting.config),
  ready: () => pool.threads.length > 0,
  gauges: [{ name: 'threads_alive', help: 'Threads of the pool.', read: () => pool.threads.length }],
});
