import { prepare, serve } from '@cpu-bound/service';
import { createCompute } from './compute.ts';
import { createPool, tuning } from './pool.ts';

const setting = await prepare({ tuning });
const pool = await createPool(setting);
const sharing = createCompute(pool, setting);
await serve(setting, {
  compute: sharing.compute,
  ready: () => pool.threads.length > 0,
  gauges: [
    { name: 'threads_alive', help: 'Threads of the pool.', read: () => pool.threads.length },
    { name: 'threads_backlog_requests', help: 'Requests that no thread has.', read: () => sharing.backlog },
  ],
});
