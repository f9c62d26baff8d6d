import { sourceOfWorkers } from './service/run/container.js';
import { Gauge, registry } from './service/http/metrics.js';
import { prepare } from './service/run/prepare.js';
import { serve } from './service/run/service.js';
import { createCompute } from './compute.js';
import { createPool, tuning } from './pool.js';

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
