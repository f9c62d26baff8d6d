import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKernel } from '@cpu-bound/service/run/kernel';
import { prepare } from '@cpu-bound/service/run/prepare';
import { serve } from '@cpu-bound/service/run/service';
import { atParentsMessage, reportUp } from '@cpu-bound/service/run/supervise';
import { takeWaiting } from '@cpu-bound/service/run/take-waiting';
import { inTurns } from '@cpu-bound/service/run/turns';
import { answerPings, keepForks, nextPassedOn, tuning } from './forks.ts';
import { answerMetrics, mergeMetrics } from './metrics.ts';

const context = await prepare({ tuning, ...(cluster.isWorker && { stopWhen: atParentsMessage }) });
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
      compute: CLUSTER_COMPUTES === 'in-turns' ? inTurns(kernel, passedOn) : kernel,
      ready: () => allUp,
      readMetrics: mergeMetrics(),
    },
    {
      reusePort: CLUSTER_SCHEDULING === 'reuse-port',
      async end(server) {
        await sleep(context.config.DRAIN_DELAY_MS);
        await takeWaiting(server, passedOn);
      },
    },
  );
  answerPings();
  await reportUp().siblings;
  allUp = true;
}
