import type { Outcome } from '@cpu-bound/service/contract';
import type { Mount } from '@cpu-bound/service/http/app';
import { ID } from '@cpu-bound/service/http/job-names';
import { HttpProblem } from '@cpu-bound/service/http/problems';
import { inputOf, traceparentOf } from '@cpu-bound/service/http/request';
import type { ServiceContext } from '@cpu-bound/service/run/context';
import type { JsonObject } from '@cpu-bound/workload';
import { defined } from '@cpu-bound/workload/defined';
import type { MessageStatus } from '@platformatic/job-queue';
import type { JobQueue } from './job.ts';

/** Adds `POST /jobs` and `GET /jobs/:id`. The folder keeps accepted jobs. */
export function createJobs(queue: JobQueue, workload: ServiceContext['workload']): Mount {
  return (app, admitted) => {
    app.post(
      '/jobs',
      admitted(async (request, response) => {
        const input = inputOf(workload, request) as JsonObject;
        const id = crypto.randomUUID();
        await queue.enqueue(id, defined({ input, traceparent: traceparentOf(request) }));
        response.status(202).location(`/jobs/${id}`).json({ id, state: 'waiting', attempts: 0 });
      }),
    );
    app.get(
      '/jobs/:id',
      admitted<{ id: string }>(async ({ params: { id } }, response) => {
        const status = ID.test(id) ? await queue.getStatus(id) : null; // an id is part of a path
        if (!status)
          throw new HttpProblem({ title: 'Not Found', status: 404, detail: 'there is no such job' });
        response.json(viewOf(status));
      }),
    );
  };
}

/** Converts a job for a client. All queues use the same names of states. */
function viewOf({ id, state, createdAt, error, result }: MessageStatus<Outcome>) {
  const states = { queued: 'waiting', failing: 'waiting', processing: 'active' } as const;
  if (state !== 'completed' && state !== 'failed')
    return { id, state: states[state], acceptedAt: new Date(createdAt).toISOString() };
  if (error) return { id, state: 'failed', failedReason: error.message };
  if (!result) return { id, state: 'active' }; // the queue writes a job's state before its result
  if ('problem' in result) return { id, state: 'failed', failedReason: result.problem.detail };
  const { output, ...how } = result;
  return { id, state, ...how, result: output };
}
