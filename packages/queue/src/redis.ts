import { Redis, type RedisOptions } from 'ioredis';
import type { QueueContext } from './config.ts';

/** The options of ioredis, without the one that only a constructor takes. */
type Options = Omit<RedisOptions, 'replyMapping'>;

/**
 * The options for the API's commands. None waits for a Redis that is away. If Redis hangs, a request is refused within a
 * second.
 */
export const failFast: Options = {
  maxRetriesPerRequest: 0,
  enableOfflineQueue: false,
  commandTimeout: 900,
};

/**
 * The options for workers and readers of events, which wait while Redis is away. BullMQ's blocking reads take up to 10 s;
 * a connection without a byte for longer is opened again.
 */
export const patient: Options = { maxRetriesPerRequest: null, socketTimeout: 15_000 };

export type Connections = {
  /** Opens a connection that ends with the process. */
  connect(options: Options): Redis;
  /** Logs an error of Redis or BullMQ. */
  onError(error: Error): void;
};

/** Creates the connections of a process. @param open opens a connection with these options */
export function createConnections(
  { log, lifecycle }: Pick<QueueContext, 'log' | 'lifecycle'>,
  open: (options: Options) => Redis,
): Connections {
  let lastReason: string | undefined;
  /** Logs an error once, because an outage repeats it many times. */
  function onError(error: Error & { code?: string }): void {
    // The log gets the reason alone: the error has the failed command, and the argument of AUTH is the password.
    const reason = error.message || error.code;
    if (reason !== lastReason) log.warn({ reason }, 'trouble with Redis');
    lastReason = reason;
  }
  return {
    onError,
    connect(options) {
      const redis = open({
        ...options,
        // A Redis that came back is used again within 500 ms; BullMQ's default waits for 1 to 20 s.
        retryStrategy: (attempt) => Math.min(25 * 2 ** attempt, 500),
        // A failover may give the address to another server.
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

/** Opens connections to the Redis of the variables. */
export function atUrl({ REDIS_URL, REDIS_PASSWORD }: QueueContext['config']): (options: Options) => Redis {
  const url = new URL(REDIS_URL);
  // ioredis ignores the password in its options if the URL names a user.
  if (REDIS_PASSWORD !== undefined) url.password = encodeURIComponent(REDIS_PASSWORD);
  return (options) => new Redis(url.href, options);
}
