import cluster from 'node:cluster';
import { type Setting, supervise } from '@cpu-bound/service';
import { answerForks } from './passed-on.ts';
import { endStuckForks } from './ping.ts';
import type { tuning } from './tuning.ts';

/** Keeps `WORKERS` forks running in the primary, which deals the connections to them. */
export function keepForks(setting: Setting<typeof tuning>): void {
  const { WORKERS, CLUSTER_SCHEDULING, CLUSTER_COMPUTES } = setting.config;
  cluster.schedulingPolicy = CLUSTER_SCHEDULING === 'none' ? cluster.SCHED_NONE : cluster.SCHED_RR;
  // At once, one turn may have many tasks, none of them endless.
  if (CLUSTER_COMPUTES === 'in-turns') endStuckForks(setting);
  answerForks();
  supervise(setting, { what: 'forks', count: WORKERS, start: startFork });
}

/** Node emits the errors of a fork's process on the fork as well, and ends the primary if nothing listens. */
function startFork() {
  const fork = cluster.fork();
  fork.on('error', () => {}); // the supervisor logs the error of the process
  return fork.process;
}
