import type { Contestant } from '../contestants/manifest.ts';
import { flush } from '../host/redis/redis.ts';
import { type ServiceProcess, startService } from '../host/service-process.ts';
import type { Cell } from '../model.ts';
import type { RunContext } from './context.ts';

/** What a cell asks of the start otherwise than the configuration says. */
type StartChanges = Pick<Cell, 'workers' | 'env'> & { readonly port?: number };

/** Starts a contestant on an empty Redis, where it needs one. */
export async function start(
  contestant: Contestant,
  context: RunContext,
  { workers, env, port }: StartChanges = {},
): Promise<ServiceProcess> {
  const { config, redis, signal } = context;
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
