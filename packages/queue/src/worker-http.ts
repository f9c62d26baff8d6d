import { createServer } from 'node:http';
import type { Setting } from '@cpu-bound/service';
import { Counter, collectDefaultMetrics, Registry } from 'prom-client';
import type { tuning } from './config.ts';
import type { KernelPool } from './kernel-pool.ts';

export type WorkerState = {
  readonly counts: { readonly completed: number; readonly failed: number };
  readonly kernel: Pick<KernelPool, 'lostThreads'>;
  /** Whether Redis has answered lately. */
  readonly takesJobs: () => boolean;
};

/** `/healthz`, `/readyz` and `/metrics` of a worker that runs by itself. */
export async function serveWorker(
  { config, log, lifecycle }: Setting<typeof tuning>,
  { counts, kernel, takesJobs }: WorkerState,
): Promise<void> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  new Counter({
    name: 'queue_worker_jobs_total',
    help: 'Jobs that this worker has had, by how they ended.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      this.reset();
      for (const [state, count] of Object.entries(counts)) this.inc({ state }, count);
    },
  });
  new Counter({
    name: 'queue_worker_threads_lost_total',
    help: 'Threads that a task took along, or that were ended because it took too long.',
    registers,
    collect() {
      this.reset();
      this.inc(kernel.lostThreads);
    },
  });
  const isReady = () => !lifecycle.stopping && takesJobs();
  const answers: Readonly<Record<string, () => readonly [number, string, string | Promise<string>]>> = {
    '/healthz': () => [200, 'application/json', '{"status":"ok"}'],
    '/readyz': () =>
      isReady()
        ? [200, 'application/json', '{"status":"ready"}']
        : [503, 'application/json', '{"status":"not ready"}'],
    '/metrics': () => [200, registry.contentType, registry.metrics()],
  };
  const server = createServer(async ({ url = '' }, response) => {
    const [status, type, body] = answers[url]?.() ?? [
      404,
      'text/plain',
      `there is nothing here; accepted: ${Object.keys(answers).join(', ')}`,
    ];
    response.writeHead(status, { 'Content-Type': type }).end(await body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(config.WORKER_PORT, config.HOST, resolve);
  });
  lifecycle.onStop('health and metrics', () => void server.close());
  log.info({ host: config.HOST, port: config.WORKER_PORT }, 'health and metrics');
}
