import { Gauge, prepare, registry, serve } from '@cpu-bound/service';
import { createCompute } from './compute.ts';
import { createPool, tuning } from './pool.ts';

const context = await prepare({ tuning });
const pool = await createPool(context);
new Gauge({
  name: 'threads_alive',
  help: 'Threads of the pool.',
  registers: [registry],
  collect() {
    this.set(pool.threads.length);
  },
});
await serve(context, {
  compute: createCompute(pool, context.config),
  ready: () => pool.threads.length > 0,
});
