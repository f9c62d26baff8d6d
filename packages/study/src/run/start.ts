import { type Contestant, isStartable, type LocalContestant } from '@cpu-bound/measure/contestants/manifest';
import { connectTo } from '@cpu-bound/measure/host/elsewhere';
import type { Service } from '@cpu-bound/measure/host/service';
import { startService } from '@cpu-bound/measure/host/service-process';
import { kernelSpecifier, poisonedSpecifier } from '@cpu-bound/workload';
import { defined } from '@cpu-bound/workload/defined';
import type { Config } from '../config/config.ts';
import type { RunContext, StartChanges } from './context.ts';

/** The values of a run that a start needs. */
export type StartContext = Pick<RunContext, 'redis' | 'provisions' | 'signal'> & {
  readonly config: Pick<Config, 'workers' | 'workloadSpecifier'>;
};

/** Starts a contestant with the parts of the run that it needs, such as Redis; or connects to it where it runs. */
export async function start(
  contestant: Contestant,
  { config, redis, provisions, signal }: StartContext,
  { workers, cpus, env, place, poisoned, workload: other, redisUrl: ownRedis }: StartChanges = {},
): Promise<Service> {
  if (!isStartable(contestant)) return connectTo(contestant, signal);
  const workload = other ?? specifierFor(contestant, config.workloadSpecifier);
  const redisUrl = contestant.needs?.includes('redis') ? (ownRedis ?? redis?.url) : undefined;
  const options = defined({
    workload: poisoned ? poisonedSpecifier(workload) : workload,
    ...(cpus === undefined ? { workers: workers ?? config.workers } : { cpus }),
    signal,
    redisUrl,
    provisions: provisions.filter(({ need }) => contestant.needs?.some((id) => id === need)),
    env,
    place,
    poisoned,
  });
  return startService(contestant, options);
}

/** The specifier of the run's workload, with the contestant's kernel if it has one. */
const specifierFor = ({ kernel }: LocalContestant, workload: string): string =>
  kernel === undefined ? workload : kernelSpecifier({ workload, kernel });
