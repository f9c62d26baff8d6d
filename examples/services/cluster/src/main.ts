import cluster from 'node:cluster';
import { answerMetrics, mergeMetrics } from './metrics.js';
import { answerPings, endStuckForks } from './ping.js';
import { atOnce, createKernel, inTurns, prepare, reportUp, serve, supervise } from './service/index.js';
import { tuning } from './tuning.js';

const setting = await prepare({ supervised: cluster.isWorker, tuning });
const { WORKERS, CLUSTER_SCHEDULING, CLUSTER_COMPUTES } = setting.config;
const isInTurns = CLUSTER_COMPUTES === 'in-turns';
if (cluster.isPrimary) {
  cluster.schedulingPolicy = CLUSTER_SCHEDULING === 'none' ? cluster.SCHED_NONE : cluster.SCHED_RR;
  answerMetrics();
  if (isInTurns) endStuckForks(setting); // otherwise one turn may have many tasks, none of them endless
  supervise(setting, { what: 'forks', count: WORKERS, start: startFork });
} else {
  const kernel = createKernel(setting.workload, setting.log);
  let allUp = false; // a balancer would send all requests to the first fork that is ready
  await serve(
    setting,
    {
      compute: isInTurns ? inTurns(kernel) : atOnce(kernel),
      ready: () => allUp,
      mergeMetrics,
    },
    { reusePort: CLUSTER_SCHEDULING === 'reuse-port' },
  );
  answerPings();
  await reportUp().siblings;
  allUp = true;
}

/** Node emits the errors of a fork's process on the fork as well, and ends the primary if nothing listens. */
function startFork() {
  const fork = cluster.fork();
  fork.on('error', () => {}); // the supervisor logs the error of the process
  return fork.process;
}
