import type { ComputeResult } from '@cpu-bound/service/contract';
import type { Mount } from '@cpu-bound/service/http/app';
import { HttpProblem } from '@cpu-bound/service/http/problems';
import { ID, inputOf, traceparentOf } from '@cpu-bound/service/http/request';
import type { ServiceContext } from '@cpu-bound/service/run/context';
import type { JsonObject } from '@cpu-bound/workload';
import { defined } from '@cpu-bound/workload/defined';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { JobData, tuning } from './boss.ts';

const unknown = () => new HttpProblem({ title: 'Not Found', status: 404, detail: 'there is no such job' });

/** Adds `POST /jobs` and `GET /jobs/:id`. PostgreSQL keeps accepted jobs. */
export function createJobs(boss: PgBoss, { config, workload }: ServiceContext<typeof tuning>): Mount {
  const { QUEUE_NAME } = config;
  async function find(id: string): Promise<JobWithMetadata> {
    const job = ID.test(id) ? await boss.getJobById<object>(QUEUE_NAME, id) : undefined;
    return job ?? Promise.reject(unknown());
  }
  return (app, admitted) => {
    app.post(
      '/jobs',
      admitted(async (request, response) => {
        const input = inputOf(workload, request);
        const traceparent = traceparentOf(request);
        const data: JobData = defined({ input: input as JsonObject, traceparent });
        const id = await boss.send(QUEUE_NAME, data);
        response.status(202).location(`/jobs/${id}`).json({ id, state: 'waiting', attempts: 0 });
      }),
    );
    app.get(
      '/jobs/:id',
      admitted<{ id: string }>(
        async ({ params }, response) => void response.json(viewOf(await find(params.id))),
      ),
    );
  };
}

/** Converts a job for a client. All queues use the same names of states. */
function viewOf({ id, state, startedOn, retryCount, createdOn, completedOn, output }: JobWithMetadata) {
  const states = { created: 'waiting', retry: 'waiting', active: 'active', completed: 'completed' } as const;
  const { message, output: result, ...how } = (output ?? {}) as Partial<ComputeResult> & { message?: string };
  return defined({
    id,
    state: states[state as keyof typeof states] ?? 'failed',
    attempts: startedOn ? retryCount + 1 : 0,
    acceptedAt: createdOn.toISOString(),
    finishedAt: completedOn?.toISOString(),
    failedReason: state === 'failed' ? message : undefined,
    ...(state === 'completed' && { ...how, result }),
  });
}
