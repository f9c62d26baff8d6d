import type { RedisOptions } from 'bullmq';
import { Redis } from 'ioredis';
import { isReadOnly } from './redis-errors.ts';

/** Where Redis is; the password apart from the URL where it needs no escaping there. */
export type RedisAddress = { readonly REDIS_URL: string; readonly REDIS_PASSWORD?: string | undefined };

/** Decides how soon a Redis that came back is used again; BullMQ's default waits for 1 to 20 s. */
const retryStrategy = (attempt: number) => Math.min(25 * 2 ** attempt, 500);

const optionsOf = ({ REDIS_PASSWORD }: RedisAddress): RedisOptions => ({
  retryStrategy,
  reconnectOnError: isReadOnly, // after a failover the address leads to another server
  ...(REDIS_PASSWORD !== undefined && { password: REDIS_PASSWORD }),
});

/** For whoever blocks on Redis (workers, event readers): try for as long as it takes. */
export const blocking = (address: RedisAddress): RedisOptions => ({
  ...optionsOf(address),
  url: address.REDIS_URL,
  maxRetriesPerRequest: null,
});

/** A connection of our own that waits out an absence, for subscriptions and for replies. */
export const blockingClient = (address: RedisAddress): Redis =>
  new Redis(address.REDIS_URL, { ...optionsOf(address), maxRetriesPerRequest: null });

/** For the API's commands: a request must learn within a second that Redis is away. */
export const failFast = (address: RedisAddress, commandTimeout = 800): Redis =>
  new Redis(address.REDIS_URL, {
    ...optionsOf(address),
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    commandTimeout,
  });
