import { fork } from 'node:child_process';
import type { ComputeResult } from '@cpu-bound/service/contract';
import { prepare } from '@cpu-bound/service/run/prepare';
import { serve } from '@cpu-bound/service/run/service';
import { supervise } from '@cpu-bound/service/run/supervise';
import { createPostgresBackend, runMigrations, withBackend } from 'bullmq';
import { Client } from 'pg';
import { createCompute } from './compute.ts';
import type { JobData } from './reply.ts';
import { tuning } from './tuning.ts';

/** Uses BullMQ on PostgreSQL: this process adds jobs, worker processes take them. */
const context = await prepare({ tuning });
const { config, lifecycle } = context;

const migration = new Client(config.DATABASE_URL);
await migration.connect();
await runMigrations(migration);
await migration.end();

const { Queue } = withBackend(createPostgresBackend);
const queue = new Queue<JobData, ComputeResult>(config.QUEUE_NAME, { connection: config.DATABASE_URL });
await queue.waitUntilReady();
lifecycle.onStop('queue', () => queue.close());
const compute = await createCompute(queue, context);
const workers = supervise(context, {
  what: 'queue workers',
  count: config.WORKERS,
  start: () => fork(new URL('./worker.ts', import.meta.url)),
});
await serve(context, { compute, ready: () => workers.up > 0 });
