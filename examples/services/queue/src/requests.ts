import { Queue, type QueueBase, QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import type { RequestQueue } from './compute.js';
import type { QueueContext } from './config.js';
import { MAX_JSON_BYTES } from './job.js';
import { type Connections, patient } from './redis.js';

/** Opens the queue of waiting requests, and the events of its jobs. */
export function openRequests(
  name: string,
  redis: Redis,
  { connect }: Pick<Connections, 'connect'>,
  { REDIS_PREFIX: prefix, REQUEST_TIMEOUT_MS, MAX_PENDING }: QueueContext['config'],
): { readonly requests: RequestQueue; readonly events: QueueEvents } {
  /** Answered requests are kept until a job whose event was lost would be read. */
  const answered = { age: Math.ceil(REQUEST_TIMEOUT_MS / 1_000), count: 1_000 };
  const requests: RequestQueue = new Queue(name, {
    connection: redis,
    prefix,
    defaultJobOptions: { sizeLimit: MAX_JSON_BYTES, removeOnComplete: answered, removeOnFail: answered },
    // A job has four events, so a late reader finds those of all requests that may wait.
    streams: { events: { maxLen: 5 * MAX_PENDING } },
  });
  // It reads from the first existing event. The default `$` would begin at the first read, which comes later.
  const events = new QueueEvents(name, { connection: connect(patient), prefix, lastEventId: '0' });
  return { requests, events };
}

/** Logs the errors of a queue or of its events, and closes it at the stop. */
export function tend(
  base: QueueBase,
  redis: Redis,
  { onError }: Pick<Connections, 'onError'>,
  lifecycle: QueueContext['lifecycle'],
): void {
  base.on('error', onError);
  // BullMQ reads the version of the server once, and cannot work if that fails.
  base.waitUntilReady().catch(({ message }) => lifecycle.stop(`BullMQ did not start: ${message}`, 1));
  // BullMQ would wait for a connection in order to close it. Without one, there is nothing to close.
  lifecycle.onStop('queue', async () => {
    if (redis.status === 'ready') await base.close();
  });
}
