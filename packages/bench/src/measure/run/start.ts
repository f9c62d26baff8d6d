import type { Contestant } from '../contestants/manifest.ts';
import { type ServiceProcess, startService } from '../host/service-process.ts';
import type { RunContext, StartChanges } from './context.ts';

/** What a start needs to know of its run. */
export type StartContext = Pick<RunContext, 'config' | 'redis' | 'signal'>;

/** Starts a contestant, with the run's Redis where it needs one. */
export async function start(
  contestant: Contestant,
  { config, redis, signal }: StartContext,
  { workers, env, place }: StartChanges = {},
): Promise<ServiceProcess> {
  const redisUrl = contestant.needs?.includes('redis') ? redis?.url : undefined;
  return startService(contestant, {
    workload: config.workloadSpecifier,
    workers: workers ?? config.workers,
    signal,
    ...(redisUrl !== undefined && { redisUrl }),
    ...(env && { env }),
    ...(place && { place }),
  });
}
