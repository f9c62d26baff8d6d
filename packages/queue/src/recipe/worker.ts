import { prepare, reportUp } from '@cpu-bound/service';
import { computeHere } from '@cpu-bound/service/kernel';
import { Worker } from 'bullmq';
import { queueNameOf, tuning } from '../config.ts';

const { config, workload, lifecycle } = await prepare({ supervised: true, tuning });
const worker = new Worker(queueNameOf(config, workload), (job) => computeHere(workload, job.data), {
  connection: { url: config.REDIS_URL, maxRetriesPerRequest: null },
});
lifecycle.onStop('worker', () => worker.close());
await worker.waitUntilReady();
reportUp();
