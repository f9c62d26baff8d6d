import cluster from 'node:cluster';
import { atOnce, inTurns } from './service/run/turns.js';
import { createKernel } from './service/run/kernel.js';
import { prepare } from './service/run/prepare.js';
import { reportUp } from './service/run/supervise.js';
import { serve } from './service/run/service.js';
import { keepForks } from './forks.js';
import { answerMetrics, mergeMetrics } from './metrics.js';
import { nextPassedOn } from './passed-on.js';
import { answerPings } from './ping.js';
import { tuning } from './tuning.js';

const context = await prepare({ supervised: cluster.isWorker, tuning });
const { CLUSTER_SCHEDULING, CLUSTER_COMPUTES } = context.config;
if (cluster.isPrimary) {
  answerMetrics();
  keepForks(context);
} else {
  const kernel = createKernel(context.workload);
  const passedOn = CLUSTER_SCHEDULING === 'round-robin' ? nextPassedOn() : undefined;
  let allUp = false; // /readyz waits for all forks: the first one would get all requests of a balancer
  await serve(
    context,
    {
      compute: CLUSTER_COMPUTES === 'in-turns' ? inTurns(kernel, passedOn) : atOnce(kernel),
      ready: () => allUp,
      mergeMetrics,
    },
    { reusePort: CLUSTER_SCHEDULING === 'reuse-port', ...(passedOn && { passedOn }) },
  );
  answerPings();
  await reportUp().siblings;
  allUp = true;
}
