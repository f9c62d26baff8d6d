import cluster from 'node:cluster';
import { sourceOfWorkers } from '@cpu-bound/service/container';
import type { ServiceContext } from '@cpu-bound/service/run/context';
import { supervise } from '@cpu-bound/service/run/supervise';
import { answerForks } from './passed-on.ts';
import { endStuckForks } from './ping.ts';
import type { tuning } from './tuning.ts';

/** Keeps `WORKERS` forks running in the primary, which deals the connections to them. */
export function keepForks(context: ServiceContext<typeof tuning>): void {
  const { WORKERS, CLUSTER_SCHEDULING, CLUSTER_COMPUTES } = context.config;
  cluster.schedulingPolicy = CLUSTER_SCHEDULING === 'none' ? cluster.SCHED_NONE : cluster.SCHED_RR;
  // If each task is computed on its arrival, many short tasks may keep the loop busy for as long as one endless task.
  if (CLUSTER_COMPUTES === 'in-turns') endStuckForks(context);
  answerForks();
  context.log.info({ workers: WORKERS, by: sourceOfWorkers() }, 'workers');
  supervise(context, { what: 'forks', count: WORKERS, start: startFork });
}

/** Starts a fork. Node emits the errors of its process on the fork as well, and ends the primary if nothing listens. */
function startFork(env: NodeJS.ProcessEnv) {
  const fork = cluster.fork(env);
  fork.on('error', () => {}); // the supervisor logs the error of the process
  return fork.process;
}
