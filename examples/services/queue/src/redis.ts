import type { RedisOptions } from 'bullmq';
import { Redis } from 'ioredis';
import type { QueueSetting } from './config.js';

/**
 * For the API's commands: none waits for a Redis that is away. One that hangs is waited for so long that its request is
 * refused within a second.
 */
export const failFast: RedisOptions = {
  maxRetriesPerRequest: 0,
  enableOfflineQueue: false,
  commandTimeout: 900,
};

/**
 * For workers and readers of events, which wait for as long as Redis is away. BullMQ's blocking reads take up to 10 s: a
 * connection on which nothing comes for longer is opened again.
 */
export const patient: RedisOptions = { maxRetriesPerRequest: null, socketTimeout: 15_000 };

export type Connections = {
  /** Opens a connection that ends with the process. */
  connect(options: RedisOptions): Redis;
  /** Logs an error of Redis or BullMQ. */
  onError(error: Error): void;
};

export function createConnections({ config, log, lifecycle }: QueueSetting): Connections {
  let lastReason: string | undefined;
  /** An outage brings the same error many times; it is logged once. */
  function onError(error: Error & { code?: string }): void {
    // The reason alone: ioredis puts the failed command into the error, and the argument of AUTH is the password.
    const reason = error.message || error.code;
    if (reason !== lastReason) log.warn({ reason }, 'trouble with Redis');
    lastReason = reason;
  }
  return {
    onError,
    connect(options) {
      const { REDIS_URL, REDIS_PASSWORD } = config;
      const url = new URL(REDIS_URL);
      // ioredis takes no password from its options where the URL names a user.
      if (REDIS_PASSWORD !== undefined) url.password = encodeURIComponent(REDIS_PASSWORD);
      const redis = new Redis(url.href, {
        ...options,
        // How soon a Redis that came back is used again. BullMQ's own default waits for 1 to 20 s.
        retryStrategy: (attempt) => Math.min(25 * 2 ** attempt, 500),
        // After a failover, the address may lead to another server.
        reconnectOnError: ({ message }) => message.includes('READONLY'),
      });
      redis.on('error', onError).on('ready', () => {
        lastReason = undefined;
      });
      lifecycle.onStop('connection to Redis', () => redis.disconnect());
      return redis;
    },
  };
}
