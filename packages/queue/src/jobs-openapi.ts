import { json, problem } from '@cpu-bound/service';
import { ID, KEPT_S, KEY } from './job-id.ts';

/** What the OpenAPI document says of the asynchronous jobs. */
export function paths(parameters: object, takesBody: boolean) {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: ID.source } };
  const key = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', pattern: KEY.source } };
  const job = {
    type: 'object',
    required: ['id', 'state', 'acceptedAt'],
    properties: {
      id: { type: 'string' },
      state: { type: 'string', enum: ['waiting', 'active', 'completed', 'failed', 'unknown'] },
      acceptedAt: { type: 'string', format: 'date-time' },
      finishedAt: { type: 'string', format: 'date-time', description: 'Of one that is done or has failed.' },
      result: { type: 'object' },
    },
  };
  const away = problem('Redis is away or refuses, or there is no room for more jobs; see Retry-After.');
  const unknown = problem('There is no such job.');
  const gone = problem(`It was finished, and kept for ${KEPT_S / 60} minutes.`);
  return {
    '/jobs': {
      post: {
        summary: 'Accepts a job that is computed later.',
        ...(takesBody && { requestBody: { content: { 'application/octet-stream': {} } } }),
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
        responses: { 200: json('What became of it.', job), 404: unknown, 410: gone, 503: away },
      },
      delete: {
        summary: 'Cancels a job that is waiting.',
        parameters: [id],
        responses: {
          204: { description: 'Cancelled.' },
          404: unknown,
          410: gone,
          409: problem('It is running or finished.'),
          503: away,
        },
      },
    },
  };
}
