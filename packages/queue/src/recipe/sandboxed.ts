import { prepare } from '@cpu-bound/service';
import { Worker } from 'bullmq';
import { queueNameOf, tuning } from '../config.ts';
import { serveRecipe } from './api.ts';

/** With BullMQ's sandboxed processors: one worker, which has a process of its own for each job at once. */
const setting = await prepare({ tuning });
const { config, workload, lifecycle } = setting;
const worker = new Worker(queueNameOf(config, workload), new URL('./processor.ts', import.meta.url), {
  connection: { url: config.REDIS_URL, maxRetriesPerRequest: null },
  concurrency: config.WORKERS,
});
lifecycle.onStop('worker', () => worker.close());
await worker.waitUntilReady();
await serveRecipe(setting);
