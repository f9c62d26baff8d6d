import { prepare, serve } from '@cpu-bound/service';
import { createCompute, createDispatch, createPlainCompute } from './compute.ts';
import { createPool } from './pool.ts';
import { tuning } from './tuning.ts';

const setting = await prepare({ tuning });
const pool = await createPool(setting);
const dispatch = createDispatch(pool, setting);
await serve(setting, {
  compute: setting.config.THREADS_DISPATCH === 'batches' ? createCompute(dispatch) : createPlainCompute(pool),
  defaultExpress: setting.config.THREADS_EXPRESS === 'default',
  ready: () => pool.threads.length > 0,
  gauges: [
    { name: 'threads_alive', help: 'Threads of the pool.', read: () => pool.threads.length },
    { name: 'threads_backlog_requests', help: 'Requests that no thread has.', read: () => dispatch.backlog },
  ],
});
