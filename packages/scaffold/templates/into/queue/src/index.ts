import { Redis, type RedisOptions } from 'ioredis';
import type { Options, Started } from '../index.d.ts';
import { createCompute } from './compute.js';
import { tuning } from './config.js';
import { startInside } from './inside.js';
import { createConnections, failFast } from './redis.js';
import { openRequests, tend } from './requests.js';

export { closeServer } from './close-server.js';
export { clientSignal } from './inside.js';
export { HttpProblem } from './service/http/problems.js';

/** Adds jobs to the app's queue for `compute`. Resolves when Redis is ready. The app closes the queue. */
export const start = ({ queue, env = process.env }: Options): Promise<Started> =>
  startInside(env, tuning, async (context) => {
    const { config, lifecycle } = context;
    const connections = createConnections(context, (options) => connectLike(queue.opts.connection, options));
    const redis = connections.connect(failFast);
    const { prefix = config.REDIS_PREFIX } = queue.opts;
    const { requests, events } = openRequests(queue.name, redis, connections, {
      ...config,
      REDIS_PREFIX: prefix,
    });
    for (const base of [requests, events]) tend(base, redis, connections, lifecycle);
    await Promise.all([requests.waitUntilReady(), events.waitUntilReady()]);
    return createCompute(requests, events, redis, config);
  });

/** Opens a connection like that of the app's queue, which is an ioredis connection or its options. */
function connectLike(connection: object, options: Omit<RedisOptions, 'replyMapping'>): Redis {
  if ('duplicate' in connection) return (connection as Redis).duplicate(options);
  const { url, ...own } = connection as { readonly url?: string };
  return url === undefined ? new Redis({ ...own, ...options }) : new Redis(url, { ...own, ...options });
}
