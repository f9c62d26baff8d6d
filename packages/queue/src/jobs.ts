import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Extension,
  only,
  queryParameters,
  type Request,
  type RequestHandler,
  type Response,
  type Setting,
  singleValued,
  traceparentOf,
} from '@cpu-bound/service';
import type { DataObject } from '@cpu-bound/workload';
import type { Job } from 'bullmq';
import pLimit from 'p-limit';
import type { Backend } from './backend.ts';
import type { tuning } from './config.ts';
import { ASYNC, type AsyncJob, type AsyncResult, type JobData } from './job.ts';
import { ID, KEY, paths } from './jobs-openapi.ts';
import { conflict, full, keyUnusable, keyUsedBefore, notFound, undecided } from './jobs-problems.ts';
import { createLedger, OVERHEAD_BYTES } from './ledger.ts';
import { asText, octetBytes, octetsIn, pack } from './octets.ts';
import { preferredWait } from './prefer.ts';
import { orTrouble, troubleOf } from './trouble.ts';

/** Behind the requests that wait: nobody waits for these. */
const PRIORITY = 1;
/**
 * A large body or result takes the event loop a tenth of a second. So many of them at once, and it turns between them;
 * forty that came together kept everybody else waiting for seconds on a busy machine.
 */
const LARGE_AT_ONCE = 2;
const LOOK_AGAIN_MS = 50;

/** What a client sees of a job. */
type View = {
  readonly id: string;
  readonly state: string;
  readonly acceptedAt: string;
  readonly attempts: number;
  readonly finishedAt?: string;
  readonly failedReason?: string;
  readonly result?: object;
};

/** `POST /jobs`, `GET /jobs/:id` and `DELETE /jobs/:id`: the shape that a queue is really for. */
export function createJobs(setting: Setting<typeof tuning>, backend: Backend): Extension {
  const { workload, config, lifecycle } = setting;
  const { names, replies } = backend;
  const ledger = createLedger(() => backend.redis, names, config);
  const keptMs = config.JOB_KEPT_S * 1_000;
  // However many there are: whether there is room for them is looked at when one is accepted.
  const retention = {
    removeOnComplete: { age: config.JOB_KEPT_S },
    removeOnFail: { age: config.JOB_KEPT_S },
  };
  const inTurn = pLimit(LARGE_AT_ONCE);

  async function submit(request: Request, response: Response, body?: Uint8Array): Promise<void> {
    const input = workload.parse(singleValued(request.query), body);
    const key = request.get('idempotency-key');
    if (key !== undefined && !KEY.test(key)) throw keyUnusable();
    if (backend.trouble) throw backend.trouble;
    const traceparent = traceparentOf(request.get('traceparent'));
    const print = key === undefined ? undefined : fingerprint(input);
    const accepted = await accept(input, { traceparent, key, print });
    response.status(202).location(`/jobs/${accepted.id}`);
    if (request.get('prefer') === undefined) return void response.json(accepted);
    await show(request, response, accepted.id);
  }

  type Submitted = Partial<Record<'traceparent' | 'key' | 'print', string | undefined>>;

  /** A job that is stored when this resolves; there is none when it rejects. */
  async function accept(input: DataObject, { traceparent, key, print }: Submitted): Promise<View> {
    const id = crypto.randomUUID();
    const fields = Object.fromEntries(
      Object.entries(input).filter(([name]) => !octetsIn(input).includes(name)),
    );
    const bytes = OVERHEAD_BYTES + JSON.stringify(fields).length + octetBytes(input);
    for (const deadline = performance.now() + config.REQUEST_TIMEOUT_MS; performance.now() < deadline; ) {
      const accepted = await ledger
        .accept({ id, bytes, ...(key !== undefined && { key }) })
        .catch((error) => {
          released(id).catch(() => {}); // it may have got there
          throw troubleOf(error);
        });
      if (accepted.is === 'full') throw full(accepted.of);
      if (accepted.is === 'new') {
        await add(id, input, { traceparent, print });
        return { id, state: 'waiting', acceptedAt: new Date().toISOString(), attempts: 0 };
      }
      const job = accepted.is === 'known' ? await read(accepted.id) : undefined;
      if (job && (job.data as AsyncJob).print !== print) throw keyUsedBefore();
      const known = job && (await view(job));
      if (known && known.state !== 'unknown') return known;
      await sleep(LOOK_AGAIN_MS); // another request adds it, or has just taken it back
    }
    throw undecided();
  }

  async function add(id: string, input: DataObject, { traceparent, print }: Submitted): Promise<void> {
    try {
      const key = names.key('octets', id);
      const { fields, octets } =
        octetBytes(input) > 0 ? await inTurn(() => pack(backend.slowRedis, input, key)) : { fields: input };
      const item = {
        input: fields,
        ...(octets && { octets }),
        ...(traceparent !== undefined && { traceparent }),
      };
      const data: AsyncJob = { item, ...(print !== undefined && { print }) };
      await backend.queue.add(ASYNC, data, { jobId: id, priority: PRIORITY, ...retention });
    } catch (error) {
      if (!(await released(id))) return;
      throw troubleOf(error);
    }
  }

  /**
   * A command without an answer may have been carried out, or be so later. Asks, on the connection that it was sent
   * on, until Redis says whether the job is there; one that is not will not be.
   */
  async function released(id: string): Promise<boolean> {
    for (const deadline = performance.now() + config.REQUEST_TIMEOUT_MS; performance.now() < deadline; ) {
      const found = await ledger.release(id).catch(() => undefined);
      if (found) return found === 'released';
      await sleep(LOOK_AGAIN_MS);
    }
    throw undecided();
  }

  /** What a client sees of a job, once it has ended or nobody waits for that any more. */
  async function show(request: Request, response: Response, id: string): Promise<void> {
    const seconds = preferredWait(request.get('prefer'), config.REQUEST_TIMEOUT_MS / 1_000);
    if (seconds !== undefined) {
      response.set('Preference-Applied', `wait=${seconds}`);
      await untilEnded(id, seconds * 1_000, response);
    }
    await inTurn(async () => {
      const found = await view(await find(id));
      if (!response.destroyed) response.json(found);
    });
  }

  async function untilEnded(id: string, ms: number, response: Response): Promise<void> {
    const over = new AbortController();
    const end = () => over.abort();
    const timer = setTimeout(end, ms);
    const leaving = setInterval(() => lifecycle.stopping && end(), LOOK_AGAIN_MS);
    response.once('close', end);
    try {
      const { heard } = await orTrouble(replies.next(names.key('ended', id), over.signal));
      if ((await find(id)).finishedOn !== undefined) end(); // before anybody listened
      await heard;
    } finally {
      end();
      clearTimeout(timer);
      clearInterval(leaving);
      response.off('close', end);
    }
  }

  async function view(job: Job<JobData, AsyncResult>): Promise<View> {
    const state = await stateOf(job);
    // It may have been completed between the two questions: then it was read without its result.
    const { returnvalue, finishedOn, failedReason, attemptsStarted } =
      state === 'completed' && !job.returnvalue ? await find(job.id ?? '') : job;
    return {
      id: job.id ?? '',
      state,
      acceptedAt: new Date(job.timestamp).toISOString(),
      attempts: attemptsStarted,
      ...(finishedOn !== undefined && { finishedAt: new Date(finishedOn).toISOString() }),
      ...(state === 'failed' && { failedReason }),
      ...(state === 'completed' && returnvalue && { result: await resultOf(returnvalue) }),
    };
  }

  async function resultOf({ fields, octets }: AsyncResult): Promise<object> {
    if (octets === undefined) return fields;
    const { '': json, ...rest } = await orTrouble(backend.slowRedis.hgetallBuffer(octets));
    return { ...fields, ...(json && JSON.parse(json.toString())), ...asText(rest) };
  }

  const read = (id: string): Promise<Job<JobData, AsyncResult> | undefined> =>
    orTrouble(backend.results.getJob(id));

  async function find(id: string): Promise<Job<JobData, AsyncResult>> {
    const job = ID.test(id) ? await read(id) : undefined;
    // BullMQ removes what is too old when the next one ends.
    if (!job || (job.finishedOn ?? Number.POSITIVE_INFINITY) + keptMs <= Date.now()) throw notFound();
    return job;
  }

  const look: RequestHandler<{ id: string }> = (request, response) =>
    show(request as Request, response, request.params.id);

  const cancel: RequestHandler<{ id: string }> = async ({ params }, response) => {
    const job = await find(params.id);
    if (!(await orTrouble(ledger.cancel(params.id)))) throw conflict(await stateOf(job));
    response.sendStatus(204);
  };

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
    paths: paths(queryParameters(workload), workload.bodyFor !== undefined, config.JOB_KEPT_S),
  };
}

const states: Readonly<Record<string, string>> = { prioritized: 'waiting', delayed: 'waiting' };

async function stateOf(job: Job<JobData, AsyncResult>): Promise<string> {
  const state = await orTrouble(job.getState());
  return states[state] ?? state;
}

/** Tells whether a key is used again with the same input, octets included. */
function fingerprint(input: DataObject): string {
  const hash = createHash('sha256');
  for (const [name, value] of Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(JSON.stringify(name));
    hash.update(value instanceof Uint8Array ? value : (JSON.stringify(value) ?? ''));
  }
  return hash.digest('base64');
}
