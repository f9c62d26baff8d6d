import { Queue, type QueueBase, QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import type { RequestQueue } from './compute.ts';
import type { QueueSetting } from './config.ts';
import { MOST_JSON_BYTES } from './job.ts';
import { type Connections, patient } from './redis.ts';

/** Opens the queue of requests that wait for their answer, and the events that tell how its jobs end. */
export function openRequests(
  name: string,
  redis: Redis,
  { connect }: Pick<Connections, 'connect'>,
  { REDIS_PREFIX: prefix, REQUEST_TIMEOUT_MS, MAX_PENDING }: QueueSetting['config'],
): { readonly requests: RequestQueue; readonly events: QueueEvents } {
  /** Answered requests are kept for the read of one whose event was lost, and for no longer. */
  const answered = { age: Math.ceil(REQUEST_TIMEOUT_MS / 1_000), count: 1_000 };
  const requests: RequestQueue = new Queue(name, {
    connection: redis,
    prefix,
    defaultJobOptions: { sizeLimit: MOST_JSON_BYTES, removeOnComplete: answered, removeOnFail: answered },
    // Each has four events: those of all that may wait are there, however late they are read.
    streams: { events: { maxLen: 5 * MAX_PENDING } },
  });
  // From the first event that there is: `$`, the default, is the last one at the first read, which comes after this.
  const events = new QueueEvents(name, { connection: connect(patient), prefix, lastEventId: '0' });
  return { requests, events };
}

/** Logs the errors of a queue or of its events, and closes it in time. */
export function tend(
  each: QueueBase,
  redis: Redis,
  { onError }: Pick<Connections, 'onError'>,
  lifecycle: QueueSetting['lifecycle'],
): void {
  each.on('error', onError);
  // BullMQ reads the version of the server once, and is of no use where that failed.
  each.waitUntilReady().catch(({ message }) => lifecycle.stop(`BullMQ did not start: ${message}`, 1));
  // BullMQ waits for a connection that it would close; without one, the end of the connection is enough.
  lifecycle.onStop('queue', async () => {
    if (redis.status === 'ready') await each.close();
  });
}
