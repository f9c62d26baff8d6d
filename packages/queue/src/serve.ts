import { fork } from 'node:child_process';
import { Counter, Gauge, prepare, registry, serve, supervise } from '@cpu-bound/service';
import { Queue } from 'bullmq';
import { createCompute } from './compute.ts';
import { queueNames, tuning } from './config.ts';
import { MAX_JOB_BODY_BYTES, MAX_JSON_BYTES } from './job.ts';
import { createJobs, type JobQueue } from './jobs.ts';
import { atUrl, createConnections, failFast } from './redis.ts';
import { openRequests, tend } from './requests.ts';

/** Starts the API process. `WORKERS=0` is for workers that are deployed separately (see docker-compose.yml). */
const context = await prepare({ tuning });
const { config, workload, log, lifecycle } = context;
const workers = supervise(context, {
  what: 'queue workers',
  count: config.WORKERS,
  start: (env) => fork(new URL('./worker.ts', import.meta.url), { env }),
});

const connections = createConnections(context, atUrl(config));
const names = queueNames(config, workload);
const redis = connections.connect(failFast);
const { requests, events } = openRequests(names.requests, redis, connections, config);
const finished = { age: config.JOB_KEPT_S };
const jobs: JobQueue = new Queue(names.jobs, {
  connection: redis,
  prefix: config.REDIS_PREFIX,
  defaultJobOptions: { sizeLimit: MAX_JSON_BYTES, removeOnComplete: finished, removeOnFail: finished },
  streams: { events: { maxLen: 100 } }, // no program reads them
});
const retaken = new Counter({
  name: 'queue_jobs_retaken_total',
  help: 'Requests whose job ran again after its worker had died.',
  registers: [registry],
});
events.on('stalled', () => retaken.inc());
for (const base of [requests, jobs, events]) tend(base, redis, connections, lifecycle);

// BullMQ removes expired jobs only when another job ends. In a full Redis, none would end.
const keptMs = config.JOB_KEPT_S * 1_000;
setInterval(
  () => {
    if (redis.status !== 'ready') return;
    for (const state of ['completed', 'failed'] as const)
      jobs.clean(keptMs, 1_000, state).catch(connections.onError);
  },
  Math.min(keptMs, 60_000),
);

let canList = true;
/**
 * Counts the workers of this database, because Redis lists the connections to all databases. Some managed servers have no
 * `CLIENT LIST`, and BullMQ then reports one worker without fields: there, the workers of this process count.
 */
async function countWorkers(): Promise<number> {
  if (redis.status !== 'ready') return 0;
  const clients = await requests.getWorkers();
  if (clients.some(({ db }) => db === undefined)) {
    if (canList) log.warn('this Redis has no CLIENT LIST: only the workers of this process are counted');
    canList = false;
    return workers.up;
  }
  return clients.filter(({ db }) => Number(db) === redis.options.db).length;
}
/** Adds a gauge of Redis, which is NaN if Redis does not answer. */
function gauge(name: string, help: string, count: () => Promise<number>): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.set(redis.status === 'ready' ? await count().catch(() => Number.NaN) : Number.NaN);
    },
  });
}
gauge('queue_workers', 'Workers that serve the queue.', countWorkers);
gauge('queue_waiting_requests', 'Requests that wait for a worker, of all API processes.', () =>
  requests.getWaitingCount(),
);
gauge('queue_waiting_jobs', 'Jobs that wait for a worker, of all API processes.', () =>
  jobs.getWaitingCount(),
);

await serve(
  // A job cannot have a larger body.
  { ...context, config: { ...config, MAX_BODY_BYTES: Math.min(config.MAX_BODY_BYTES, MAX_JOB_BODY_BYTES) } },
  {
    compute: createCompute(requests, events, redis, config),
    ready: async () => (await countWorkers().catch(() => 0)) > 0,
    mount: createJobs(context, jobs, redis),
    hasJobs: true,
  },
);
