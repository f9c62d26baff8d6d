import { json, problem } from '@cpu-bound/service';

/** A client's own key. */
export const KEY = /^[\w-]{1,64}$/;
/** The form of ids, which are random, so that they cannot be guessed. */
export const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

const job = {
  type: 'object',
  required: ['id', 'state', 'acceptedAt', 'attempts'],
  properties: {
    id: { type: 'string' },
    state: { type: 'string', enum: ['waiting', 'active', 'completed', 'failed'] },
    acceptedAt: { type: 'string', format: 'date-time' },
    finishedAt: { type: 'string', format: 'date-time', description: 'The end of a finished job.' },
    attempts: { type: 'integer', description: 'The number of workers that have begun the job.' },
    failedReason: { type: 'string', description: 'The reason of a failed job.' },
    computeMs: { type: 'number', description: 'The time of a completed task.' },
    worker: { type: 'object', description: 'The process and the thread that computed it.' },
    result: { description: 'The result of a completed job.' },
  },
};

/**
 * Builds the paths of jobs in the OpenAPI document.
 *
 * @param keptS the time for which a finished job can be read, in seconds
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
          202: json('Accepted; Location has the address of the job. The same key gives the same job.', job),
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
        responses: { 200: json('The job.', job), 404: unknown, 503: away },
      },
      delete: {
        summary: 'Cancels a job that is waiting.',
        parameters: [id],
        responses: {
          204: { description: 'Cancelled.' },
          404: unknown,
          409: problem('The job is active or finished.'),
          503: away,
        },
      },
    },
  };
}
