import type { RedisOptions } from 'bullmq';
import { Redis } from 'ioredis';

/** Decides how soon a Redis that came back is used again; BullMQ's default waits for 1 to 20 s. */
const retryStrategy = (attempt: number) => Math.min(25 * 2 ** attempt, 500);

/** For whoever blocks on Redis (workers, event readers): try for as long as it takes. */
export const blocking = (url: string): RedisOptions => ({ url, retryStrategy, maxRetriesPerRequest: null });

/** A connection of our own that waits out an absence, for subscriptions and for replies. */
export const blockingClient = (url: string): Redis =>
  new Redis(url, { retryStrategy, maxRetriesPerRequest: null });

/** For the API's commands: a request must learn within a second that Redis is away. */
export const failFast = (url: string): Redis =>
  new Redis(url, { retryStrategy, maxRetriesPerRequest: 0, enableOfflineQueue: false, commandTimeout: 800 });
