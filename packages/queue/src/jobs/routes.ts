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
import pLimit from 'p-limit';
import type { Backend } from '../backend.ts';
import type { tuning } from '../config.ts';
import { createAccept } from './accept.ts';
import { createLedger } from './ledger.ts';
import { KEY, paths } from './openapi.ts';
import { preferredWait } from './prefer.ts';
import { conflict, keyUnusable, notFound } from './problems.ts';
import { createJobReader } from './view.ts';

/**
 * A large body or result takes the event loop a tenth of a second. So many of them at once, and it turns between them;
 * forty that came together kept everybody else waiting for seconds on a busy machine.
 */
const LARGE_AT_ONCE = 2;
/** How soon those who wait for a job are answered when the process is to stop. */
const LEAVING_MS = 50;

/** `POST /jobs`, `GET /jobs/:id` and `DELETE /jobs/:id`: the shape that a queue is really for. */
export function createJobs(setting: Setting<typeof tuning>, backend: Backend): Extension {
  const { workload, config, lifecycle, log } = setting;
  const { names, replies } = backend;
  const ledger = createLedger(() => backend.redis, names, config);
  const reader = createJobReader(backend, config.JOB_KEPT_S * 1_000);
  const inTurn = pLimit(LARGE_AT_ONCE);
  const accept = createAccept(setting, { backend, ledger, reader, inTurn });

  async function submit(request: Request, response: Response, body?: Uint8Array): Promise<void> {
    const input = workload.parse(singleValued(request.query), body);
    const key = request.get('idempotency-key');
    if (key !== undefined && !KEY.test(key)) throw keyUnusable();
    if (backend.trouble) throw backend.trouble;
    const traceparent = traceparentOf(request.get('traceparent'));
    const accepted = await accept(input, { traceparent, key });
    response.status(202).location(`/jobs/${accepted.id}`);
    if (request.get('prefer') === undefined) return void response.json(accepted);
    await show(request, response, accepted.id).catch((err) => {
      log.warn({ err, job: accepted.id }, 'a job was accepted, and then not to be seen');
      if (!response.destroyed) response.json(accepted); // a refusal would say that it is not stored
    });
  }

  /** What a client sees of a job, once it has ended or nobody waits for that any more. */
  async function show(request: Request, response: Response, id: string): Promise<void> {
    const seconds = preferredWait(request.get('prefer'), config.REQUEST_TIMEOUT_MS / 1_000);
    if (seconds !== undefined) {
      response.set('Preference-Applied', `wait=${seconds}`);
      await untilEnded(id, seconds * 1_000, response);
    }
    if (backend.away) throw backend.away; // those whose turn it is wait for it
    await inTurn(async () => {
      const found = await reader.view(await reader.find(id));
      if (!found) throw notFound();
      if (!response.destroyed) response.json(found);
    });
  }

  async function untilEnded(id: string, ms: number, response: Response): Promise<void> {
    const over = new AbortController();
    const end = () => over.abort();
    const timer = setTimeout(end, ms);
    const leaving = setInterval(() => lifecycle.stopping && end(), LEAVING_MS);
    response.once('close', end);
    try {
      const { heard } = await backend.ask(() => replies.next(names.key('ended', id), over.signal));
      if ((await reader.find(id)).finishedOn !== undefined) end(); // before anybody listened
      await backend.ask(() => heard);
    } finally {
      end();
      clearTimeout(timer);
      clearInterval(leaving);
      response.off('close', end);
    }
  }

  const look: RequestHandler<{ id: string }> = (request, response) =>
    show(request as Request, response, request.params.id);

  const cancel: RequestHandler<{ id: string }> = async ({ params }, response) => {
    const job = await reader.find(params.id);
    if (!(await backend.ask(() => ledger.cancel(params.id)))) {
      const state = await reader.stateOf(job);
      throw state === undefined ? notFound() : conflict(state);
    }
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
