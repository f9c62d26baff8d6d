import { fork } from 'node:child_process';
import type { ComputeResult } from '@cpu-bound/service/contract';
import { prepare } from '@cpu-bound/service/run/prepare';
import { serve } from '@cpu-bound/service/run/service';
import { supervise } from '@cpu-bound/service/run/supervise';
import type { DataObject } from '@cpu-bound/workload';
import { Queue, type QueueBase, QueueEvents } from 'bullmq';
import { Redis } from 'ioredis';
import { createCompute } from './compute.ts';
import { tuning } from './tuning.ts';

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
