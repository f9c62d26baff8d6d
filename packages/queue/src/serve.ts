import { fork } from 'node:child_process';
import { sourceOfWorkers } from '@cpu-bound/service/container';
import { prepare } from '@cpu-bound/service/run/prepare';
import { serve } from '@cpu-bound/service/run/service';
import { supervise } from '@cpu-bound/service/run/supervise';
import { Queue } from 'bullmq';
import { createCompute } from './compute.ts';
import { queueNames, tuning } from './config.ts';
import { MAX_JOB_BODY_BYTES, MAX_JSON_BYTES } from './job.ts';
import { createJobs, type JobQueue } from './jobs.ts';
import { observeQueues } from './metrics.ts';
import { atUrl, createConnections, failFast } from './redis.ts';
import { openRequests, tend } from './requests.ts';

/** Starts the API process. `WORKERS=0` is for workers that are deployed separately (see docker-compose.yml). */
const context = await prepare({ tuning });
const { config, workload, log, lifecycle } = context;
log.info({ workers: config.WORKERS, by: sourceOfWorkers() }, 'workers');
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

const countWorkers = observeQueues({ redis, requests, events, jobs }, log, () => workers.up);

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
