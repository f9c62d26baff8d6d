import { prepare, serve } from '@cpu-bound/service';
import { createCompute } from './compute.ts';
import { createPool } from './pool.ts';

const setting = await prepare();
const pool = await createPool(setting);
await serve(setting, { compute: createCompute(pool), ready: () => pool.threads.length > 0 });
