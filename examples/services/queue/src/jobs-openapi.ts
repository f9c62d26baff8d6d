import { json, problem } from './service/index.js';

/** A client's own key. */
export const KEY = /^[\w-]{1,64}$/;
/** Ids are random, so that they cannot be guessed. */
export const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

const job = {
  type: 'object',
  required: ['id', 'state', 'acceptedAt', 'attempts'],
  properties: {
    id: { type: 'string' },
    state: { type: 'string', enum: ['waiting', 'active', 'completed', 'failed'] },
    acceptedAt: { type: 'string', format: 'date-time' },
    finishedAt: { type: 'string', format: 'date-time', description: 'Of one that has ended.' },
    attempts: { type: 'integer', description: 'How many workers have begun it.' },
    failedReason: { type: 'string', description: 'Of one that has failed.' },
    result: { type: 'object', description: 'Of one that is completed.' },
  },
};

/**
 * The asynchronous jobs in the OpenAPI document.
 *
 * @param keptS how long a finished one can be looked at, in seconds
 */
export function paths(parameters: object[], bodyType: string | undefined, keptS: number) {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: ID.source } };
  const key = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', pattern: KEY.source } };
  const away = problem('Redis is away or refuses, or too many jobs are waiting; see Retry-After.');
  const unknown = problem(`There is no such job; a finished one is kept for ${keptS} s.`);
  return {
    '/jobs': {
      post: {
        summary: 'Accepts a job that is computed later.',
        ...(bodyType !== undefined && { requestBody: { content: { [bodyType]: {} } } }),
        parameters: [...parameters, key],
        responses: {
          202: json('Accepted; Location is where to ask. The same key gives the same job.', job),
          400: problem('A parameter is missing or out of range.'),
          413: problem('The input is too large for a job.'),
          422: problem('The key was used with another input.'),
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
          409: problem('It is active or finished.'),
          503: away,
        },
      },
    },
  };
}
