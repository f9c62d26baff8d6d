import { sourceOfWorkers } from '@cpu-bound/service/container';
import { Gauge, registry } from '@cpu-bound/service/http/metrics';
import { prepare } from '@cpu-bound/service/run/prepare';
import { serve } from '@cpu-bound/service/run/service';
import { createCompute, createPool, tuning } from './pool.ts';

const context = await prepare({ tuning });
context.log.info({ workers: context.config.WORKERS, by: sourceOfWorkers() }, 'workers');
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
