import type { ComputeResult } from '@cpu-bound/service/contract';
import { createKernel } from '@cpu-bound/service/run/kernel';
import { prepare } from '@cpu-bound/service/run/prepare';
import { atParentsMessage, reportUp } from '@cpu-bound/service/run/supervise';
import { createPostgresBackend, withBackend } from 'bullmq';
import { Client } from 'pg';
import { encodeReply, type JobData, type Reply } from './reply.ts';
import { tuning } from './tuning.ts';

const { config, workload, lifecycle } = await prepare({ stopWhen: atParentsMessage, tuning });
const replies = new Client(config.DATABASE_URL);
await replies.connect();
replies.on('error', (error) => void lifecycle.stop(`PostgreSQL is away: ${error.message}`, 1));
lifecycle.onStop('replies', () => replies.end());

const kernel = createKernel(workload);
const { Worker } = withBackend(createPostgresBackend);
const worker = new Worker<JobData, ComputeResult>(config.QUEUE_NAME, ({ data }) => kernel(data.input), {
  connection: config.DATABASE_URL,
});
const notify = (channel: string, reply: Reply) =>
  replies.query('SELECT pg_notify($1, $2)', [channel, encodeReply(reply)]).catch(() => {}); // the listener above handles a lost connection
worker.on('completed', ({ id = '', data }, computed) => notify(data.channel, { id, computed }));
worker.on(
  'failed',
  (job, { message }) => job?.id && notify(job.data.channel, { id: job.id, failed: message }),
);
lifecycle.onStop('worker', () => worker.close());
await worker.waitUntilReady();
reportUp();
