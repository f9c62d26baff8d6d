import type { ComputeResult } from '@cpu-bound/service/contract';
import { prepare } from '@cpu-bound/service/run/prepare';
import { atParentsMessage, reportUp } from '@cpu-bound/service/run/supervise';
import type { DataObject } from '@cpu-bound/workload';
import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { tuning } from './tuning.ts';

/** Takes jobs, and lets BullMQ compute them beside this event loop, which renews their locks. */
const { config, log, lifecycle } = await prepare({ stopWhen: atParentsMessage, tuning });
const connection = new Redis(config.REDIS_URL, { maxRetriesPerRequest: null });
lifecycle.onStop('connection to Redis', () => connection.disconnect());
const worker = new Worker<DataObject, ComputeResult>(
  config.QUEUE_NAME,
  new URL('./processor.ts', import.meta.url),
  {
    connection,
    concurrency: config.WORKERS,
    useWorkerThreads: config.SANDBOX === 'threads',
  },
);
worker.on('error', (err) => log.error({ err }, 'BullMQ'));
lifecycle.onStop('worker', () => worker.close());
await worker.waitUntilReady();
reportUp();
