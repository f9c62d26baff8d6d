import { prepare, serve } from '@cpu-bound/service';
import { createCompute } from './compute.ts';
import { createPool } from './pool.ts';
import { tuning } from './tuning.ts';

const setting = await prepare({ tuning });
const pool = await createPool(setting);
await serve(setting, {
  compute: createCompute(pool, setting.config.THREADS_QUEUE),
  ready: () => pool.piscina.threads.length > 0,
});
