import { prepare } from '@cpu-bound/service/run/prepare';
import { atParentsMessage, reportUp } from '@cpu-bound/service/run/supervise';
import { queueNames, tuning } from './config.ts';
import { createProcessors, takeJobs } from './processors.ts';
import { atUrl, createConnections } from './redis.ts';

/** Starts a worker process. It computes in a thread, so that its main thread can renew the locks of its jobs. */
const isAlone = process.channel === undefined;
const context = await prepare({ tuning, ...(!isAlone && { stopWhen: atParentsMessage }) });
const { config, workload, log } = context;
const names = queueNames(config, workload);
const connections = createConnections(context, atUrl(config));
const { computeNow, computeLater, ready } = createProcessors(context);
const served = [
  [names.requests, computeNow],
  [names.jobs, computeLater],
] as const;
const state = await takeJobs(context, connections, served, ready);
if (isAlone && config.WORKER_PORT > 0) {
  const { serveWorker } = await import('./worker-http.ts');
  await serveWorker(context, state);
}
reportUp();
log.info({ queues: names }, 'taking jobs');
