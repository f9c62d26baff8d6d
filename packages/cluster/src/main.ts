import cluster from 'node:cluster';
import { createKernel, prepare, reportUp, serve, supervise } from '@cpu-bound/service';
import { createCompute } from './compute.ts';
import { rescueConnections } from './handover.ts';
import { answerMetrics, mergeMetrics } from './metrics.ts';
import { tuning } from './tuning.ts';

const setting = await prepare({ supervised: cluster.isWorker, tuning });
const { WORKERS, CLUSTER_SCHEDULING } = setting.config;
if (cluster.isPrimary) {
  cluster.schedulingPolicy = CLUSTER_SCHEDULING === 'none' ? cluster.SCHED_NONE : cluster.SCHED_RR;
  answerMetrics();
  rescueConnections();
  supervise(setting, { what: 'forks', count: WORKERS, start: () => cluster.fork().process });
} else {
  let allUp = false;
  await serve(
    setting,
    {
      compute: createCompute(createKernel(setting.workload, setting.log)),
      ready: () => allUp,
      mergeMetrics,
    },
    { reusePort: CLUSTER_SCHEDULING === 'reuse-port' },
  );
  await reportUp().siblings;
  allUp = true;
}
