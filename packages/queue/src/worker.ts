import { computeHere, prepare, reportUp } from '@cpu-bound/service';
import { Worker } from 'bullmq';
import { patient } from './connection.ts';
import type { JobInput, JobResult } from './job.ts';

/** One worker process: takes one job at a time, since a CPU-bound job fills the thread it runs on. */
const { config, workload, log, lifecycle } = await prepare({
  minWorkers: 0,
  supervised: process.channel !== undefined,
});
const worker = new Worker<JobInput, JobResult>(
  config.QUEUE_NAME,
  async ({ data }) => (data === null ? null : await computeHere(workload, data)),
  { connection: patient(config.REDIS_URL), concurrency: 1 },
);
worker.on('error', (err) => log.debug({ err }, 'worker'));
lifecycle.onStop('worker', () => worker.close());
await worker.waitUntilReady();
reportUp();
log.info({ queue: config.QUEUE_NAME }, 'taking jobs');
