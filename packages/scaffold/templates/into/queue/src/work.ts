import { tuning } from './config.js';
import { createProcessors, takeJobs } from './processors.js';
import { atUrl, createConnections } from './redis.js';
import { prepare } from './service/run/prepare.js';

/** Starts a worker process. It computes in a thread, so that its main thread can renew the locks. */
const context = await prepare({ tuning });
const { config, log } = context;
const { computeNow, ready } = createProcessors(context);
const connections = createConnections(context, atUrl(config));
await takeJobs(context, connections, [[config.QUEUE_NAME, computeNow]], ready);
log.info({ queue: config.QUEUE_NAME }, 'taking jobs');
