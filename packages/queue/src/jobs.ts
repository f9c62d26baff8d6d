import { isDeepStrictEqual } from 'node:util';
import {
  type Extension,
  HttpProblem,
  Overloaded,
  only,
  queryParameters,
  type Request,
  type RequestHandler,
  type Response,
  type Setting,
  singleValued,
  traceparentOf,
} from '@cpu-bound/service';
import type { Job } from 'bullmq';
import pLimit from 'p-limit';
import { v7 as newId } from 'uuid';
import type { Backend } from './backend.ts';
import type { tuning } from './config.ts';
import { ASYNC, type AsyncJob, type JobData } from './job.ts';
import { hasExpired, ID, KEPT_S, KEY } from './job-id.ts';
import { paths } from './jobs-openapi.ts';
import { asText, octetsIn } from './octets.ts';
import { orTrouble } from './trouble.ts';

/** However many there are: whether there is memory for them is looked at when one is accepted. */
const retention = { removeOnComplete: { age: KEPT_S }, removeOnFail: { age: KEPT_S } };
/** Behind the requests that wait: nobody waits for these. */
const PRIORITY = 1;

/**
 * A large result takes the event loop a tenth of a second, to read and to write. So many of them at once, and it turns
 * between them; forty that came together kept everybody else waiting for seconds on a busy machine.
 */
const READ_AT_ONCE = 2;

/** `POST /jobs`, `GET /jobs/:id` and `DELETE /jobs/:id`: the shape that a queue is really for. */
export function createJobs({ workload, config }: Setting<typeof tuning>, backend: Backend): Extension {
  const { queue, results, redis } = backend;
  const inTurn = pLimit(READ_AT_ONCE);

  async function submit(request: Request, response: Response, body?: Uint8Array): Promise<void> {
    const parsed = workload.parse(singleValued(request.query), body);
    const [input, octets] = [asText(parsed), octetsIn(parsed)];
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
    const id = `job-${key ?? newId()}`;
    if (key === undefined || (await orTrouble(redis.exists(queue.toKey(id)))) === 0) await checkRoom();
    const traceparent = traceparentOf(request.get('traceparent'));
    const data: AsyncJob = {
      item: { input, ...(traceparent !== undefined && { traceparent }) },
      ...(octets.length > 0 && { octets }),
    };
    // Does nothing where there is a job with this id.
    await orTrouble(queue.add(ASYNC, data, { jobId: id, priority: PRIORITY, ...retention }));
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
  }

  async function checkRoom(): Promise<void> {
    if (backend.trouble) throw backend.trouble;
    const waiting = await orTrouble(queue.getJobCountByTypes('waiting', 'prioritized'));
    if (waiting >= config.MAX_JOBS) throw new Overloaded('more jobs are waiting than this service accepts');
    if (backend.memory.expectedBytes(waiting) >= config.JOBS_REDIS_MB * 2 ** 20)
      throw new Overloaded('the results of the jobs so far take all the memory that there is for them');
  }

  /** What a client sees of a job; why one failed is in the log, not in the answer. */
  async function view(job: Job<JobData>) {
    const state = await stateOf(job);
    // It may have been completed between the two questions: then it was read without its result.
    const { returnvalue, finishedOn } =
      state === 'completed' && !job.returnvalue ? await find(job.id ?? '') : job;
    return {
      id: job.id,
      state,
      acceptedAt: new Date(job.timestamp).toISOString(),
      ...(finishedOn !== undefined && { finishedAt: new Date(finishedOn).toISOString() }),
      ...(state === 'completed' &&
        returnvalue && { result: { ...returnvalue.output, ...withoutOutput(returnvalue) } }),
    };
  }

  async function find(id: string): Promise<Job<JobData>> {
    const job = ID.test(id) ? await orTrouble(results.getJob(id)) : undefined;
    if (job) return job;
    if (hasExpired(id)) {
      const detail = `the job is finished, and its result was kept for ${KEPT_S / 60} minutes`;
      throw new HttpProblem({ title: 'Gone', status: 410, detail });
    }
    const detail =
      'there is no such job: never was, was cancelled, or is finished for longer than it is kept';
    throw new HttpProblem({ title: 'Not Found', status: 404, detail });
  }

  const look: RequestHandler<{ id: string }> = async ({ params }, response) => {
    await inTurn(async () => {
      const found = await view(await find(params.id));
      if (!response.destroyed) response.json(found);
    });
  };

  const cancel: RequestHandler<{ id: string }> = async ({ params }, response) => {
    const job = await find(params.id);
    if (await takeBack(params.id)) {
      await orTrouble(queue.remove(params.id));
      return void response.sendStatus(204);
    }
    const detail = `the job is ${await stateOf(job)}; accepted: a job that is waiting`;
    throw new HttpProblem({ title: 'Conflict', status: 409, detail });
  };

  /**
   * Whoever takes a job out of its list has it: a worker, or we. Asked for its state first, it may be done by now.
   * One whose worker has died waits in the list of those without a priority.
   */
  const takeBack = async (id: string): Promise<boolean> =>
    (await orTrouble(redis.zrem(queue.toKey('prioritized'), id))) === 1 ||
    (await orTrouble(redis.lrem(queue.toKey('wait'), 1, id))) === 1;

  return {
    bodyRoutes: ['/jobs'],
    mount({ app, admitted, readBody }) {
      app
        .route('/jobs')
        .post(
          admitted(async (request, response) =>
            submit(request, response, await readBody?.(request, response)),
          ),
        )
        .all(only('POST'));
      app
        .route('/jobs/:id')
        .get(admitted(look))
        .delete(admitted(cancel))
        .all(only('GET', 'HEAD', 'DELETE'));
    },
    paths: paths(queryParameters(workload), workload.bodyFor !== undefined),
  };
}

const states: Readonly<Record<string, string>> = { prioritized: 'waiting', delayed: 'waiting' };

async function stateOf(job: Job<JobData>): Promise<string> {
  const state = await orTrouble(job.getState());
  return states[state] ?? state;
}

const withoutOutput = ({ output: _output, ...rest }: { output: object }) => rest;
