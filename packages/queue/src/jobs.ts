import { isDeepStrictEqual } from 'node:util';
import type { WorkerIdentity } from '@cpu-bound/service/contract';
import { type Mount, only, type RequestHandler } from '@cpu-bound/service/http/app';
import { HttpProblem, overloaded } from '@cpu-bound/service/http/problems';
import { ID, inputOf, KEY, traceparentOf } from '@cpu-bound/service/http/request';
import type { Json, JsonObject } from '@cpu-bound/workload';
import { defined } from '@cpu-bound/workload/defined';
import type { Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { ask } from './compute.ts';
import type { QueueContext } from './config.ts';
import { type JobData, type Packed, type PackedOutcome, pack } from './job.ts';

export type JobQueue = Queue<JobData, PackedOutcome>;

type View = {
  readonly id: string;
  readonly state: string;
  readonly acceptedAt: string;
  readonly attempts: number;
  readonly finishedAt?: string;
  readonly failedReason?: string;
  readonly computeMs?: number;
  readonly worker?: WorkerIdentity;
  readonly result?: Json;
};

const DAY_S = 86_400;

/** Creates the store of jobs in Redis. All methods throw an HttpProblem 503 if Redis is away. */
function createStore({ JOB_KEPT_S }: QueueContext['config'], queue: JobQueue, redis: Redis) {
  const call = <T>(command: () => Promise<T>) => ask(redis, command);
  const read = (id: string) => call(() => queue.getJob(id));
  /** Returns false for a finished job after its time. It is removed a little later, and must be hidden until then. */
  const isKept = (job: Job) => (job.finishedOn ?? Number.POSITIVE_INFINITY) + JOB_KEPT_S * 1_000 > Date.now();
  /** The time for which a key means its job: as long as the job can be read, if it waits for at most a day. */
  const ttl = (DAY_S + JOB_KEPT_S) * 1_000;

  /** Reads a job; undefined if it does not exist, or not any more. */
  async function view(id: string): Promise<View | undefined> {
    // The state is read first: a job that ends between the two reads would lack its result otherwise.
    const state = await call(() => queue.getJobState(id));
    const job = await read(id);
    return job && state !== 'unknown' && isKept(job) ? viewOf(job, state) : undefined;
  }
  /** Stores a job and returns it; for a known key, it returns the job of that key. */
  async function accept(data: JobData, key: string | undefined): Promise<View> {
    for (;;) {
      const jobId = crypto.randomUUID(); // a random id, because a key could be guessed
      const deduplication = key === undefined ? undefined : { id: key, ttl };
      const job = await call(() => queue.add('job', data, defined({ jobId, deduplication }))).catch(
        (error) => {
          // Redis may still execute the command. With a key, the client finds the job when it retries.
          if (key === undefined) call(() => queue.remove(jobId)).catch(() => {});
          throw error;
        },
      );
      if (job.id === jobId) return viewOf(job, 'waiting');
      const known = await read(job.id ?? '');
      const knownView = await view(job.id ?? '');
      if (known && knownView) {
        if (isDeepStrictEqual(known.data.input, data.input)) return knownView;
        const detail = 'this Idempotency-Key was used for a job with another input; accepted: a new key';
        throw new HttpProblem({ status: 422, detail, parameter: 'Idempotency-Key' });
      }
      await call(() => job.removeDeduplicationKey()); // unless the key means another job by now
    }
  }

  return {
    view,
    accept,
    countWaiting: () => call(() => queue.getWaitingCount()),
    /** Removes a job. @returns false if a worker holds it */
    remove: async (id: string) => (await call(() => queue.remove(id))) === 1,
  };
}

/** Creates `POST /jobs`, `GET /jobs/:id` and `DELETE /jobs/:id`, for jobs that are computed later. */
export function createJobs({ config, workload }: QueueContext, queue: JobQueue, redis: Redis): Mount {
  const store = createStore(config, queue, redis);
  async function find(id: string): Promise<View> {
    const view = ID.test(id) ? await store.view(id) : undefined;
    if (!view) throw new HttpProblem({ status: 404, detail: 'there is no such job, or it was removed' });
    return view;
  }

  const submit: RequestHandler = async (request, response) => {
    const input = inputOf(workload, request);
    const key = request.get('idempotency-key');
    if (key !== undefined && !KEY.test(key)) throw unusableKey();
    if ((await store.countWaiting()) >= config.MAX_JOBS)
      throw overloaded('more jobs are waiting than this service accepts');
    const traceparent = traceparentOf(request);
    const accepted = await store.accept(defined({ input: pack(input), traceparent }), key);
    response.status(202).location(`/jobs/${accepted.id}`).json(accepted);
  };
  const show: RequestHandler<{ id: string }> = async ({ params }, response) => {
    response.json(await find(params.id));
  };
  const cancel: RequestHandler<{ id: string }> = async ({ params }, response) => {
    const { id, state } = await find(params.id);
    // BullMQ does not remove a job that a worker has locked since. It does remove one that has ended since, with its
    // result.
    if (state === 'waiting' && (await store.remove(id))) return void response.sendStatus(204);
    throw new HttpProblem({
      status: 409,
      detail: 'the job is active or finished; accepted: a waiting job',
    });
  };

  return (app, admitted, parseBody) => {
    app
      .route('/jobs')
      .post(...parseBody, admitted(submit))
      .all(only('POST'));
    const job = app.route('/jobs/:id').get(admitted(show)).delete(admitted(cancel));
    job.all(only('GET', 'HEAD', 'DELETE'));
  };
}

function viewOf(job: Job<JobData, PackedOutcome>, state: string): View {
  const { id = '', timestamp, attemptsStarted, finishedOn, failedReason, returnvalue } = job;
  const hasEnded = state === 'completed' || state === 'failed';
  const outcome = state === 'completed' && 'output' in returnvalue ? returnvalue : undefined;
  return defined({
    id,
    state,
    acceptedAt: new Date(timestamp).toISOString(),
    attempts: attemptsStarted,
    finishedAt: hasEnded && finishedOn ? new Date(finishedOn).toISOString() : undefined,
    failedReason: state === 'failed' ? failedReason : undefined,
    computeMs: outcome?.computeMs,
    worker: outcome?.worker,
    result: outcome && asJson(outcome.output),
  });
}

/** Converts a result to JSON, with octets as base64. */
const asJson = ({ fields, octets }: Packed): Json =>
  octets ? { ...(fields as JsonObject), ...octets } : fields;

function unusableKey(): HttpProblem {
  const accepted = '1 to 64 letters, digits, dashes or underscores';
  const detail = `Idempotency-Key is not usable; accepted: ${accepted}`;
  return new HttpProblem({ status: 400, detail, parameter: 'Idempotency-Key', accepted });
}
