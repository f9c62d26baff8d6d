import { Gauge } from 'prom-client';
import { createAdmission } from '../http/admission.ts';
import { createApp, type Strategy } from '../http/app.ts';
import { registry } from '../http/metrics.ts';
import type { ServiceContext } from './context.ts';
import { type ListenOptions, listen } from './server.ts';

/** Serves the HTTP contract with a strategy until the process gets a signal to stop. */
export async function serve(
  context: ServiceContext,
  strategy: Strategy,
  how?: Pick<ListenOptions, 'reusePort' | 'begin' | 'end'>,
): Promise<void> {
  const { config, workload, log, lifecycle } = context;
  const admission = createAdmission(config.MAX_PENDING);
  new Gauge({
    name: 'requests_pending',
    help: 'Accepted, unfinished.',
    registers: [registry],
    collect() {
      this.set(admission.pending);
    },
  });
  const server = await listen(createApp(context, strategy, admission), { ...config, ...how });
  lifecycle.onStop('http server', () => server.drain());
  log.info({ host: config.HOST, port: server.port, workload: workload.name }, 'listening');
}
