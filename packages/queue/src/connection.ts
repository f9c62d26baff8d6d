import { defined } from '@cpu-bound/workload/defined';
import type { RedisOptions } from 'bullmq';
import { Redis } from 'ioredis';
import { isReadOnly } from './redis-errors.ts';

/** Where Redis is; the password apart from the URL where it needs no escaping there. */
export type RedisAddress = { readonly REDIS_URL: string; readonly REDIS_PASSWORD?: string | undefined };

/** Decides how soon a Redis that came back is used again; BullMQ's default waits for 1 to 20 s. */
const retryStrategy = (attempt: number) => Math.min(25 * 2 ** attempt, 500);

const options: RedisOptions = {
  retryStrategy,
  reconnectOnError: isReadOnly, // after a failover the address leads to another server
};

/** Beside a user in the URL, ioredis takes no password from anywhere else. */
function urlOf({ REDIS_URL, REDIS_PASSWORD }: RedisAddress): string {
  if (REDIS_PASSWORD === undefined) return REDIS_URL;
  return Object.assign(new URL(REDIS_URL), { password: encodeURIComponent(REDIS_PASSWORD) }).href;
}

/** For whoever blocks on Redis (workers, event readers): try for as long as it takes. */
export const blocking = (address: RedisAddress): RedisOptions => ({
  ...options,
  url: urlOf(address),
  maxRetriesPerRequest: null,
});

/** A connection of our own that waits out an absence, for subscriptions and for replies. */
export const blockingClient = (address: RedisAddress): Redis =>
  new Redis(urlOf(address), {
    ...options,
    maxRetriesPerRequest: null,
    reconnectOnError: (error) => (isReadOnly(error) ? 2 : false), // 2: and the command is sent again, there
  });

/**
 * For the API's commands: none waits for a Redis that is away.
 *
 * @param commandTimeout of one that hangs, in milliseconds; the pulse is sooner for those that it ends
 */
export const failFast = (address: RedisAddress, commandTimeout?: number): Redis =>
  new Redis(
    urlOf(address),
    defined({ ...options, maxRetriesPerRequest: 0, enableOfflineQueue: false, commandTimeout }),
  );
