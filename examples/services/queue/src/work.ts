import { prepare } from './service/run/prepare.js';
import { reportUp } from './service/run/supervise.js';
import { queueNames, tuning } from './config.js';
import { createProcessors } from './processors.js';
import { atUrl, createConnections } from './redis.js';
import { takeJobs } from './take-jobs.js';

/** Starts a worker process. It computes in a thread, so that its main thread can renew the locks of its jobs. */
const supervised = process.channel !== undefined;
const context = await prepare({ minWorkers: 0, supervised, tuning });
const { config, workload, log } = context;
const names = queueNames(config, workload);
const connections = createConnections(context, atUrl(config));
const { computeNow, computeLater, ready } = createProcessors(context);
const served = [
  [names.requests, computeNow],
  [names.jobs, computeLater],
] as const;
const state = await takeJobs(context, connections, served, ready);
if (!supervised && config.WORKER_PORT > 0) {
  const { serveWorker } = await import('./worker-http.js');
  await serveWorker(context, state);
}
reportUp();
log.info({ queues: names }, 'taking jobs');
