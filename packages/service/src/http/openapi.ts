import type { JsonObject, ParameterDescription, ServedWorkload, Workload } from '@cpu-bound/workload';
import { RESULT_HEADER } from './answer.ts';
import { ID, KEY } from './request.ts';

/** The parts of the document that a workload decides. */
type Described = Pick<ServedWorkload, 'name' | 'bodyType' | 'needsBody' | 'answerType'> &
  Partial<Pick<Workload, 'headline' | 'describe'>>;

const json = (description: string, schema: JsonObject) => ({
  description,
  content: { 'application/json': { schema } },
});
const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});
const light = (summary: string, more: Readonly<Record<number, object>> = {}) => ({
  get: { summary, responses: { 200: json('The answer, at once.', { type: 'object' }), ...more } },
});

const text = { type: 'string' };
const integer = { type: 'integer' };
/** A problem document (RFC 9457). A 400 has `parameter` and `accepted`. */
const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail'],
  properties: { type: text, title: text, status: integer, detail: text, parameter: text, accepted: text },
};
const octets = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };

/** Lists the parameters of a workload. Without a description, they are strings with the names of its headline query. */
function queryParameters({ describe, headline = {} }: Described) {
  const described: Readonly<Record<string, ParameterDescription>> =
    describe?.parameters ??
    Object.fromEntries(
      Object.keys(headline).map((name) => [name, { description: '', required: false, schema: text }]),
    );
  return Object.entries(described).map(([name, about]) => {
    const example = headline[name];
    const hasExample = 'schema' in about && example !== undefined;
    return { name, in: 'query', ...about, ...(hasExample && { example: exampleOf(example, about.schema) }) };
  });
}

/** Converts an example, which is text in a query, to the type of its parameter. */
const exampleOf = (example: string, { type }: JsonObject) =>
  type === 'integer' || type === 'number' ? Number(example) : example;

function computeOperations(workload: Described) {
  const { describe, answerType = describe?.output ? 'application/json' : '*/*' } = workload;
  const timing = { description: 'The time of the task in milliseconds, and its worker.', schema: text };
  const result = {
    description: `The result; of octets, its other fields are in ${RESULT_HEADER}.`,
    headers: { 'Server-Timing': timing },
    content: { [answerType]: describe?.output ? { schema: describe.output } : {} },
  };
  const summary = describe?.summary ?? `Runs ${workload.name}.`;
  const get = {
    summary,
    parameters: queryParameters(workload),
    responses: {
      200: result,
      400: problem('A parameter is missing or out of range.'),
      500: problem('The function failed; the log has the error.'),
      503: problem('Too many requests are waiting, or a backend is away; see Retry-After.'),
      504: problem('No result within the deadline, or the task took too long and was stopped.'),
    },
  };
  const post = {
    ...get,
    summary: workload.needsBody ? summary : `${summary} With a body.`,
    requestBody: {
      required: workload.needsBody ?? false,
      content: workload.bodyType === 'application/json' ? { [workload.bodyType]: {} } : octets,
    },
    responses: {
      ...get.responses,
      413: problem('The body is larger than MAX_BODY_BYTES.'),
      415: problem('The body is encoded.'),
    },
  };
  if (!workload.bodyType) return { get };
  return workload.needsBody ? { post } : { get, post };
}

/** Builds the OpenAPI 3.1 document of a service of this workload, with the routes of jobs if it has them. */
export const openApiOf = (workload: Described, hasJobs = false): object => ({
  openapi: '3.1.0',
  info: {
    title: `The ${workload.name} endpoint`,
    version: '1',
    description: 'Errors are problem documents (RFC 9457), except those that Node.js answers by itself.',
  },
  paths: {
    [`/${workload.name}`]: computeOperations(workload),
    '/hello': light('Answers without work, so its time shows whether the event loop is free.'),
    '/healthz': light('Is the process alive?'),
    '/readyz': light('Would a request be served?', {
      503: problem('The service starts, stops, or has no worker.'),
    }),
    '/metrics': {
      get: {
        summary: 'For Prometheus.',
        responses: { 200: { description: 'Text format.', content: { 'text/plain': { schema: text } } } },
      },
    },
    '/openapi.json': light('This document.'),
    ...(hasJobs && jobPaths(workload)),
  },
  components: { schemas: { Problem: problemSchema } },
});

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

function jobPaths(workload: Described) {
  const { bodyType } = workload;
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: ID.source } };
  const key = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string', pattern: KEY.source } };
  const away = problem('Redis is away or refuses, or too many jobs are waiting; see Retry-After.');
  const unknown = problem('There is no such job; a finished one is kept for JOB_KEPT_S seconds.');
  return {
    '/jobs': {
      post: {
        summary: 'Accepts a job that is computed later.',
        ...(bodyType !== undefined && { requestBody: { content: { [bodyType]: {} } } }),
        parameters: [...queryParameters(workload), key],
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
