import { createServer } from 'node:http';
import { Counter, collectDefaultMetrics, Registry } from 'prom-client';
import type { QueueContext } from './config.ts';

type WorkerState = {
  readonly counts: Readonly<Record<'completed' | 'failed', number>>;
  readonly isReady: () => boolean;
};

/** Serves `/healthz`, `/readyz` and `/metrics` of a worker that runs by itself. */
export async function serveWorker(
  { config, log, lifecycle }: QueueContext,
  { counts, isReady }: WorkerState,
): Promise<void> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Counter({
    name: 'queue_worker_jobs_total',
    help: 'Jobs of this worker that ended, by their state.',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [state, count] of Object.entries(counts)) this.inc({ state }, count);
    },
  });
  const answers: Readonly<Record<string, () => readonly [status: number, body: string | Promise<string>]>> = {
    '/healthz': () => [200, 'ok\n'],
    '/readyz': () => (isReady() && !lifecycle.stopping ? [200, 'ready\n'] : [503, 'not ready\n']),
    '/metrics': () => [200, registry.metrics()],
  };
  const server = createServer(async ({ url = '' }, response) => {
    const [status, body] = answers[url]?.() ?? [404, `accepted: ${Object.keys(answers).join(', ')}\n`];
    response.writeHead(status, { 'Content-Type': registry.contentType }).end(await body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(config.WORKER_PORT, config.HOST, resolve);
  });
  lifecycle.onStop('health and metrics', () => void server.close());
  log.info({ host: config.HOST, port: config.WORKER_PORT }, 'health and metrics');
}
