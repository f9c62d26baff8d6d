import { isDeepStrictEqual } from 'node:util';
import {
  BackendAway,
  type Extension,
  HttpProblem,
  json,
  Overloaded,
  only,
  problem,
  queryParameters,
  type RequestHandler,
  type Setting,
  singleValued,
  traceparentOf,
} from '@cpu-bound/service';
import type { Job } from 'bullmq';
import type { Backend } from './backend.ts';
import { ASYNC, type AsyncJob, type JobData } from './job.ts';
import type { tuning } from './tuning.ts';

/** A client's own key, and the ids that we make of it; BullMQ has a meaning of its own for `:` in an id. */
const KEY = /^[\w-]{1,64}$/;
const ID = /^job-[\w-]{1,64}$/;

/** Finished jobs are kept for this long, and this many of them. */
const retention = {
  removeOnComplete: { age: 3_600, count: 1_000 },
  removeOnFail: { age: 24 * 3_600, count: 1_000 },
};
/** Behind the requests that wait: nobody waits for these. */
const PRIORITY = 1;

/** Whatever Redis does not answer is 503. */
const orAway = <T>(command: Promise<T>): Promise<T> =>
  command.catch(() => {
    throw new BackendAway('Redis');
  });

/** `POST /jobs`, `GET /jobs/:id` and `DELETE /jobs/:id`: the shape that a queue is really for. */
export function createJobs({ workload, config }: Setting<typeof tuning>, { queue }: Backend): Extension {
  const submit: RequestHandler = async (request, response) => {
    const input = workload.parse(singleValued(request.query));
    const key = request.get('idempotency-key');
    if (key !== undefined && !KEY.test(key)) {
      const accepted = '1 to 64 letters, digits, dashes or underscores';
      const detail = `Idempotency-Key is not usable; accepted: ${accepted}`;
      throw new HttpProblem({
        title: 'Bad Request',
        status: 400,
        detail,
        parameter: 'Idempotency-Key',
        accepted,
      });
    }
    const waiting = await orAway(queue.getJobCountByTypes('waiting', 'prioritized'));
    if (waiting >= config.MAX_JOBS) throw new Overloaded('more jobs are waiting than this service accepts');
    const id = `job-${key ?? crypto.randomUUID()}`;
    const traceparent = traceparentOf(request.get('traceparent'));
    const data: AsyncJob = { item: { input, ...(traceparent !== undefined && { traceparent }) } };
    // Does nothing where there is a job with this id.
    await orAway(queue.add(ASYNC, data, { jobId: id, priority: PRIORITY, ...retention }));
    const job = await find(id);
    if (!isDeepStrictEqual((job.data as AsyncJob).item.input, JSON.parse(JSON.stringify(input)))) {
      const detail = 'this Idempotency-Key was used for a job with other parameters; accepted: a new key';
      throw new HttpProblem({
        title: 'Unprocessable Content',
        status: 422,
        detail,
        parameter: 'Idempotency-Key',
      });
    }
    response
      .status(202)
      .location(`/jobs/${id}`)
      .json(await view(job));
  };

  /** What a client sees of a job; why one failed is in the log, not in the answer. */
  async function view(job: Job<JobData>) {
    const state = await stateOf(job);
    // It may have been completed between the two questions: then it was read without its result.
    const { returnvalue } = state === 'completed' && !job.returnvalue ? await find(job.id ?? '') : job;
    return {
      id: job.id,
      state,
      ...(state === 'completed' &&
        returnvalue && { result: { ...returnvalue.output, ...withoutOutput(returnvalue) } }),
    };
  }

  async function find(id: string): Promise<Job<JobData>> {
    const job = ID.test(id) ? await orAway(queue.getJob(id)) : undefined;
    if (job) return job;
    const detail =
      'there is no such job: never was, was cancelled, or is finished for longer than it is kept';
    throw new HttpProblem({ title: 'Not Found', status: 404, detail });
  }

  const look: RequestHandler<{ id: string }> = async ({ params }, response) => {
    response.json(await view(await find(params.id)));
  };

  const cancel: RequestHandler<{ id: string }> = async ({ params }, response) => {
    const job = await find(params.id);
    const state = await stateOf(job);
    if (state === 'waiting' && (await orAway(queue.remove(params.id))) === 1)
      return void response.sendStatus(204);
    const detail = `the job is ${await stateOf(job)}; accepted: a job that is waiting`;
    throw new HttpProblem({ title: 'Conflict', status: 409, detail });
  };

  return {
    mount(app) {
      app.route('/jobs').post(submit).all(only('POST'));
      app
        .route('/jobs/:id')
        .get(look)
        .delete(cancel)
        .all(only('GET', 'HEAD', 'DELETE'));
    },
    paths: paths(queryParameters(workload)),
  };
}

const states: Readonly<Record<string, string>> = { prioritized: 'waiting', delayed: 'waiting' };

async function stateOf(job: Job<JobData>): Promise<string> {
  const state = await orAway(job.getState());
  return states[state] ?? state;
}

const withoutOutput = ({ output: _output, ...rest }: { output: object }) => rest;

function paths(parameters: object) {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: ID.source } };
  const key = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', pattern: KEY.source } };
  const job = {
    type: 'object',
    required: ['id', 'state'],
    properties: {
      id: { type: 'string' },
      state: { type: 'string', enum: ['waiting', 'active', 'completed', 'failed', 'unknown'] },
      result: { type: 'object' },
    },
  };
  const away = problem('Redis is away, or too many jobs are waiting.');
  const unknown = problem('There is no such job, or no more.');
  return {
    '/jobs': {
      post: {
        summary: 'Accepts a job that is computed later.',
        parameters: [...(parameters as object[]), key],
        responses: {
          202: json('Accepted; Location is where to ask. The same key gives the same job.', job),
          400: problem('A parameter is missing or out of range.'),
          422: problem('The key was used with other parameters.'),
          503: away,
        },
      },
    },
    '/jobs/{id}': {
      get: {
        summary: 'State and result of a job.',
        parameters: [id],
        responses: { 200: json('What became of it.', job), 404: unknown, 503: away },
      },
      delete: {
        summary: 'Cancels a job that is waiting.',
        parameters: [id],
        responses: {
          204: { description: 'Cancelled.' },
          404: unknown,
          409: problem('It is running or finished.'),
          503: away,
        },
      },
    },
  };
}
