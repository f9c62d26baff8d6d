import {
  bodyOf,
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
import { bodyTypeOf } from '@cpu-bound/workload';
import pLimit from 'p-limit';
import type { tuning } from '../config.ts';
import type { RedisLink } from '../redis-link.ts';
import { createAccept } from './accept.ts';
import { createLedger } from './ledger.ts';
import { KEY, paths } from './openapi.ts';
import { conflict, keyUnusable, notFound } from './problems.ts';
import { createShow } from './show.ts';
import { createJobReader } from './view.ts';

/**
 * A large body or result takes the event loop a tenth of a second. So many of them at once, and it turns between them;
 * forty that came together kept all others waiting for seconds on a busy machine.
 */
const LARGE_AT_ONCE = 2;

/** `POST /jobs`, `GET /jobs/:id` and `DELETE /jobs/:id`: the shape that a queue is really for. */
export function createJobs(setting: Setting<typeof tuning>, link: RedisLink): Extension {
  const { workload, config, log } = setting;
  const ledger = createLedger(() => link.redis, link.names, config);
  const reader = createJobReader(link, config.JOB_KEPT_S * 1_000);
  const inTurn = pLimit(LARGE_AT_ONCE);
  const accept = createAccept(setting, { link, ledger, reader, inTurn });
  const show = createShow(setting, { link, reader, inTurn });

  async function submit(request: Request, response: Response, body?: Uint8Array): Promise<void> {
    const input = workload.parse(singleValued(request.query), body);
    const key = request.get('idempotency-key');
    if (key !== undefined && !KEY.test(key)) throw keyUnusable();
    if (link.trouble) throw link.trouble;
    const traceparent = traceparentOf(request.get('traceparent'));
    const accepted = await accept(input, { traceparent, key });
    response.status(202).location(`/jobs/${accepted.id}`);
    if (request.get('prefer') === undefined) return void response.json(accepted);
    await show(request, response, accepted.id).catch((err) => {
      log.warn({ err, job: accepted.id }, 'a job was accepted, and then not to be seen');
      if (!response.destroyed) response.json(accepted); // a refusal would say that it is not stored
    });
  }

  const look: RequestHandler<{ id: string }> = (request, response) =>
    show(request as Request, response, request.params.id);

  const cancel: RequestHandler<{ id: string }> = async ({ params }, response) => {
    const job = await reader.find(params.id);
    if (!(await link.ask(() => ledger.cancel(params.id)))) {
      const state = await reader.stateOf(job);
      throw state === undefined ? notFound() : conflict(state);
    }
    response.sendStatus(204);
  };

  return {
    bodyRoutes: ['/jobs'],
    mount({ app, admitted }) {
      app
        .route('/jobs')
        .post(admitted((request, response) => submit(request, response, bodyOf(request))))
        .all(only('POST'));
      app
        .route('/jobs/:id')
        .get(admitted(look))
        .delete(admitted(cancel))
        .all(only('GET', 'HEAD', 'DELETE'));
    },
    paths: paths(queryParameters(workload), workload.bodyFor && bodyTypeOf(workload), config.JOB_KEPT_S),
  };
}
