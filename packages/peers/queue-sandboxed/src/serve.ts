import { fork } from 'node:child_process';
import type { Compute, ComputeResult } from '@cpu-bound/service/contract';
import { prepare } from '@cpu-bound/service/run/prepare';
import { serve } from '@cpu-bound/service/run/service';
import { supervise } from '@cpu-bound/service/run/supervise';
import type { DataObject } from '@cpu-bound/workload';
import { Queue, type QueueBase, QueueEvents } from 'bullmq';
import { Redis } from 'ioredis';
import { tuning } from './tuning.ts';

const RETENTION = { count: 1_000 };

/** Adds a job for each request. One reader of events finds the waiting request of a job that ended. */
export function createCompute(queue: Queue<DataObject, ComputeResult>, events: QueueEvents): Compute {
  const waiting = new Map<string, PromiseWithResolvers<ComputeResult>>();
  events.on('completed', ({ jobId, returnvalue }) => {
    waiting.get(jobId)?.resolve(returnvalue as unknown as ComputeResult); // BullMQ declares it as text
  });
  events.on('failed', ({ jobId, failedReason }) => waiting.get(jobId)?.reject(new Error(failedReason)));
  return async (input, { signal }) => {
    const jobId = crypto.randomUUID();
    const waiter = Promise.withResolvers<ComputeResult>();
    waiting.set(jobId, waiter); // the job may end before the reply to its addition arrives
    const onAbort = () => {
      waiter.reject(signal.reason);
      queue.remove(jobId).catch(() => {}); // BullMQ refuses to remove a running job
    };
    signal.addEventListener('abort', onAbort, { once: true });
    queue
      .add('compute', input, { jobId, removeOnComplete: RETENTION, removeOnFail: RETENTION })
      .catch(waiter.reject);
    try {
      return await waiter.promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
      waiting.delete(jobId);
    }
  };
}

/** Uses BullMQ as documented for tasks that compute: one worker process, whose processor is a file. */
const context = await prepare({ tuning });
const { config, log, lifecycle } = context;
const worker = supervise(context, {
  what: 'queue worker',
  count: 1,
  start: () => fork(new URL('./worker.ts', import.meta.url)),
});

function connect(): Redis {
  const redis = new Redis(config.REDIS_URL, { maxRetriesPerRequest: null });
  redis.on('error', (err) => log.warn({ err }, 'trouble with Redis'));
  lifecycle.onStop('connection to Redis', () => redis.disconnect());
  return redis;
}
const queue = new Queue<DataObject, ComputeResult>(config.QUEUE_NAME, { connection: connect() });
// It reads from the first existing event. The default `$` would begin at the first read, which comes later.
const events = new QueueEvents(config.QUEUE_NAME, { connection: connect(), lastEventId: '0' });
for (const base of [queue, events] as readonly QueueBase[]) {
  base.on('error', (err) => log.error({ err }, 'BullMQ'));
  lifecycle.onStop('queue', () => base.close());
}
await Promise.all([queue.waitUntilReady(), events.waitUntilReady()]);
await serve(context, { compute: createCompute(queue, events), ready: () => worker.up > 0 });
