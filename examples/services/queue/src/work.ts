import { queueNames, tuning } from './config.js';
import { createProcessors } from './processors.js';
import { atUrl, createConnections } from './redis.js';
import { prepare, reportUp } from './service/worker.js';
import { takeJobs } from './take-jobs.js';

/** Starts a worker process. It computes in a thread, so that its main thread can renew the locks of its jobs. */
const supervised = process.channel !== undefined;
const setting = await prepare({ minWorkers: 0, supervised, tuning });
const { config, workload, log } = setting;
const names = queueNames(config, workload);
const connections = createConnections(setting, atUrl(config));
const { computeNow, computeLater, ready } = createProcessors(setting);
const served = [
  [names.requests, computeNow],
  [names.jobs, computeLater],
] as const;
const state = await takeJobs(setting, connections, served, ready);
if (!supervised && config.WORKER_PORT > 0) {
  const { serveWorker } = await import('./worker-http.js');
  await serveWorker(setting, state);
}
reportUp();
log.info({ queues: names }, 'taking jobs');
