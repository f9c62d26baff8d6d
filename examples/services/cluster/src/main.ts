import cluster from 'node:cluster';
import { createCompute, createComputeAtOnce } from './compute.js';
import { answerMetrics, mergeMetrics } from './metrics.js';
import { answerPings, endStuckForks } from './ping.js';
import { createKernel, prepare, reportUp, serve, supervise } from './service/index.js';
import { tuning } from './tuning.js';

const setting = await prepare({ supervised: cluster.isWorker, tuning });
const { WORKERS, CLUSTER_SCHEDULING, CLUSTER_COMPUTES } = setting.config;
if (cluster.isPrimary) {
  cluster.schedulingPolicy = CLUSTER_SCHEDULING === 'none' ? cluster.SCHED_NONE : cluster.SCHED_RR;
  answerMetrics();
  if (CLUSTER_COMPUTES === 'in-turns') endStuckForks(setting);
  supervise(setting, { what: 'forks', count: WORKERS, start: startFork });
} else {
  const kernel = createKernel(setting.workload, setting.log);
  let allUp = false;
  await serve(
    setting,
    {
      compute: CLUSTER_COMPUTES === 'in-turns' ? createCompute(kernel) : createComputeAtOnce(kernel),
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
  fork.on('error', () => {}); // logged by the supervisor of the process
  return fork.process;
}
