import cluster from 'node:cluster';
import { prepare, reportUp, serve, supervise } from '@cpu-bound/service';
import { createCompute } from './compute.ts';

const setting = await prepare({ supervised: cluster.isWorker });
if (cluster.isPrimary) {
  supervise(setting, { what: 'forks', count: setting.config.WORKERS, start: () => cluster.fork().process });
} else {
  let allUp = false;
  await serve(setting, { compute: createCompute(setting.workload), ready: () => allUp });
  await reportUp().siblings;
  allUp = true;
}
