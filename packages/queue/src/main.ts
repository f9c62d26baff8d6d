import { fork } from 'node:child_process';
import { prepare, serve, supervise } from '@cpu-bound/service';
import { Queue, type QueueBase, QueueEvents } from 'bullmq';
import { createCompute, type RequestQueue } from './compute.ts';
import { queueNames, tuning } from './config.ts';
import { MOST_BODY_BYTES, MOST_JSON_BYTES } from './job.ts';
import { createJobs, type JobQueue } from './jobs.ts';
import { createConnections, failFast, patient } from './redis.ts';

/** Starts the API process. `WORKERS=0` is for workers that are deployed separately (see docker-compose.yml). */
const setting = await prepare({ minWorkers: 0, tuning });
const { config, workload, lifecycle } = setting;
supervise(setting, {
  what: 'queue workers',
  count: config.WORKERS,
  start: () => fork(new URL('./worker.ts', import.meta.url)),
});

const { connect, onError } = createConnections(setting);
const names = queueNames(config, workload);
const redis = connect(failFast);
const options = { connection: redis, prefix: config.REDIS_PREFIX };

/** Answered requests are kept until a job whose event was lost would be read. */
const answered = { age: Math.ceil(config.REQUEST_TIMEOUT_MS / 1_000), count: 1_000 };
const requests: RequestQueue = new Queue(names.requests, {
  ...options,
  defaultJobOptions: { sizeLimit: MOST_JSON_BYTES, removeOnComplete: answered, removeOnFail: answered },
  // A job has four events, so a late reader finds those of all requests that may wait.
  streams: { events: { maxLen: 5 * config.MAX_PENDING } },
});
const finished = { age: config.JOB_KEPT_S };
const jobs: JobQueue = new Queue(names.jobs, {
  ...options,
  defaultJobOptions: { sizeLimit: MOST_JSON_BYTES, removeOnComplete: finished, removeOnFail: finished },
  streams: { events: { maxLen: 100 } }, // no program reads them
});
// Reads from the first existing event: the default `$` would begin at the first read, which comes later.
const events = new QueueEvents(names.requests, {
  ...options,
  connection: connect(patient),
  lastEventId: '0',
});
let retaken = 0;
events.on('stalled', () => retaken++);
const all: QueueBase[] = [requests, jobs, events];
for (const each of all) {
  each.on('error', onError);
  // BullMQ reads the version of the server once, and cannot work if that fails.
  each.waitUntilReady().catch(({ message }) => lifecycle.stop(`BullMQ did not start: ${message}`, 1));
  // BullMQ would wait for a connection in order to close it. Without one, there is nothing to close.
  lifecycle.onStop('queue', async () => {
    if (redis.status === 'ready') await each.close();
  });
}

// BullMQ removes expired jobs only when another job ends. In a full Redis, none would end.
const keptMs = config.JOB_KEPT_S * 1_000;
setInterval(
  () => {
    if (redis.status !== 'ready') return;
    for (const state of ['completed', 'failed'] as const) jobs.clean(keptMs, 1_000, state).catch(onError);
  },
  Math.min(keptMs, 60_000),
);

/** Counts the workers of this database, because Redis lists the connections to all databases. */
async function countWorkers(): Promise<number> {
  if (redis.status !== 'ready') return 0;
  const clients = await requests.getWorkers();
  return clients.filter(({ db }) => Number(db) === redis.options.db).length;
}
/** Wraps a count, which is NaN if Redis does not answer. */
const orNaN = (count: () => Promise<number>) => () =>
  redis.status === 'ready' ? count().catch(() => Number.NaN) : Number.NaN;

await serve(
  // A job cannot have a larger body.
  { ...setting, config: { ...config, MAX_BODY_BYTES: Math.min(config.MAX_BODY_BYTES, MOST_BODY_BYTES) } },
  {
    compute: createCompute(requests, events, redis, config),
    ready: async () => (await countWorkers().catch(() => 0)) > 0,
    extension: createJobs(setting, jobs, redis),
    gauges: [
      { name: 'queue_workers', help: 'Workers that serve the queue.', read: orNaN(countWorkers) },
      {
        name: 'queue_waiting_requests',
        help: 'Requests that wait for a worker, of all API processes.',
        read: orNaN(() => requests.getWaitingCount()),
      },
      {
        name: 'queue_waiting_jobs',
        help: 'Jobs that wait for a worker, of all API processes.',
        read: orNaN(() => jobs.getWaitingCount()),
      },
      {
        name: 'queue_jobs_retaken_total',
        help: 'Requests whose job ran again after its worker had died.',
        read: () => retaken,
        isCounter: true,
      },
    ],
  },
);
