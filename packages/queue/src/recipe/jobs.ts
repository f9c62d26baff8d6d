import { prepare, queryParameters, singleValued } from '@cpu-bound/service';
import { type Queue, Worker } from 'bullmq';
import { queueNameOf, tuning } from '../config.ts';
import { paths } from '../jobs/openapi.ts';
import { notFound } from '../jobs/problems.ts';
import { serveRecipe } from './api.ts';

/**
 * What a queue is for, in plain BullMQ: accept with 202, compute later, try failed jobs again, report their state. Redis
 * keeps what was accepted, whoever ends. Bounds on memory, one job for one key, and a deadline are what ours adds.
 */
const setting = await prepare({ tuning });
const { config, workload, lifecycle } = setting;
const KEPT_S = 3_600;
const options = {
  attempts: 3,
  backoff: { type: 'exponential', delay: 500 },
  removeOnComplete: { age: KEPT_S },
  removeOnFail: { age: KEPT_S },
};

// Each job is computed in a thread: this one stays free to renew its lock. In production, a process of its own.
const worker = new Worker(queueNameOf(config, workload), new URL('./processor.ts', import.meta.url), {
  connection: { url: config.REDIS_URL, maxRetriesPerRequest: null },
  concurrency: config.WORKERS,
  useWorkerThreads: true,
});
lifecycle.onStop('worker', () => worker.close());

async function view(queue: Queue, id: string) {
  const state = await queue.getJobState(id); // first: a job that is read before its state may have ended in between
  const job = await queue.getJob(id);
  if (!job || state === 'unknown') throw notFound();
  const { output, ...how } = job.returnvalue ?? {};
  return {
    id,
    state,
    attempts: job.attemptsMade,
    acceptedAt: new Date(job.timestamp).toISOString(),
    ...(job.finishedOn && { finishedAt: new Date(job.finishedOn).toISOString() }),
    ...(state === 'failed' && { failedReason: job.failedReason }),
    ...(state === 'completed' && { result: { ...output, ...how } }),
  };
}

await serveRecipe(setting, (queue) => ({
  mount({ app, admitted }) {
    app.post(
      '/jobs',
      admitted(async (request, response) => {
        const input = workload.parse(singleValued(request.query));
        const { id = '' } = await queue.add('compute', input, { jobId: crypto.randomUUID(), ...options });
        response
          .status(202)
          .location(`/jobs/${id}`)
          .json(await view(queue, id));
      }),
    );
    app.get(
      '/jobs/:id',
      admitted<{ id: string }>(
        async ({ params }, response) => void response.json(await view(queue, params.id)),
      ),
    );
  },
  paths: paths(queryParameters(workload), undefined, KEPT_S),
}));
