import type { Contestant } from '../contestants/manifest.ts';
import { flush } from '../host/redis/redis.ts';
import { type ServiceProcess, startService } from '../host/service-process.ts';
import type { RunContext, StartChanges } from './context.ts';

/** What a start needs to know of its run. */
export type StartContext = Pick<RunContext, 'config' | 'redis' | 'signal'>;

/** Starts a contestant on an empty Redis, where it needs one. */
export async function start(
  contestant: Contestant,
  { config, redis, signal }: StartContext,
  { workers, env, port }: StartChanges = {},
): Promise<ServiceProcess> {
  const redisUrl = contestant.needs?.includes('redis') ? redis?.url : undefined;
  // A service that is started again finds its own jobs there, as after a deployment.
  if (redisUrl !== undefined && redis?.owned && port === undefined) await flush(redisUrl);
  return startService(contestant, {
    workload: config.workloadSpecifier,
    workers: workers ?? config.workers,
    signal,
    ...(redisUrl !== undefined && { redisUrl }),
    ...(env && { env }),
    ...(port !== undefined && { port }),
  });
}
