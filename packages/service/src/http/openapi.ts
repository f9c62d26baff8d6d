import type { JsonObject, Workload } from '@cpu-bound/workload';
import { RESULT_HEADER } from './answer.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
export const json = (description: string, schema: JsonObject) => ({
  description,
  content: { 'application/json': { schema } },
});
export const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: ref('Problem') } },
});
const light = (summary: string, refusal?: string) => ({
  get: {
    summary,
    responses: { 200: json('Yes.', { type: 'object' }), 503: refusal && problem(refusal) },
  },
});

const components = {
  schemas: {
    Worker: {
      type: 'object',
      description: 'Who did the work.',
      required: ['pid', 'threadId'],
      properties: { pid: { type: 'integer' }, threadId: { type: 'integer' } },
    },
    Problem: {
      type: 'object',
      description: 'RFC 9457.',
      required: ['type', 'title', 'status', 'detail'],
      properties: {
        type: { type: 'string' },
        title: { type: 'string' },
        status: { type: 'integer' },
        detail: { type: 'string' },
        parameter: { type: 'string', description: 'Which parameter a 400 is about.' },
        accepted: { type: 'string', description: 'What that parameter accepts.' },
      },
    },
  },
};

/** A workload that describes nothing gets string parameters, named as in its headline query. */
export function queryParameters({ describe, headline }: Workload) {
  if (!describe) {
    return Object.entries(headline).map(([name, example]) => ({
      name,
      in: 'query',
      schema: { type: 'string' },
      example,
    }));
  }
  return Object.entries(describe.parameters).map(([name, { description, required, schema }]) => ({
    name,
    in: 'query',
    description,
    required,
    schema,
    example: headline[name] === undefined ? undefined : exampleOf(headline[name], schema),
  }));
}

/** A query is text; its example in the document is of the parameter's own type. */
const exampleOf = (text: string, { type }: JsonObject) =>
  type === 'integer' || type === 'number' ? Number(text) : text;

function computeOperations(workload: Workload) {
  const measured = {
    type: 'object',
    required: ['computeMs', 'worker'],
    properties: {
      computeMs: { type: 'number', description: 'What the kernel alone took, in milliseconds.' },
      worker: ref('Worker'),
    },
  };
  const octets = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  const get = {
    summary: workload.describe?.summary ?? `Runs ${workload.name}.`,
    parameters: queryParameters(workload),
    responses: {
      200: json('The result.', { allOf: [workload.describe?.output ?? { type: 'object' }, measured] }),
      400: problem('A parameter is missing or out of range.'),
      503: problem('Too much is waiting, or a backend is away; see Retry-After.'),
      504: problem('No result within the deadline, or the task took too long and was stopped.'),
    },
  };
  const post = {
    ...get,
    summary: `${get.summary} With a body.`,
    requestBody: { content: workload.bodyType ? { [workload.bodyType]: {} } : octets },
    responses: {
      ...get.responses,
      200: {
        ...get.responses[200],
        description: `The result; of octets, its other fields are in ${RESULT_HEADER}.`,
        content: { ...get.responses[200].content, ...octets },
      },
      413: problem('The body is larger than MAX_BODY_BYTES.'),
      415: problem('The body is encoded.'),
    },
  };
  return { get, post: workload.bodyFor && post };
}

/** The OpenAPI 3.1 document of a service that serves this workload; `more` are the paths of one strategy. */
export function openApiDocument(
  workload: Workload,
  more: Readonly<Record<string, object>> = {},
): JsonObject & { paths: Readonly<Record<string, object>> } {
  // Leaves out what is undefined.
  return JSON.parse(
    JSON.stringify({
      openapi: '3.1.0',
      info: {
        title: `The ${workload.name} endpoint`,
        version: '1',
        description: 'Errors are problem documents (RFC 9457), except those that Node.js answers by itself.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      paths: {
        [`/${workload.name}`]: computeOperations(workload),
        '/hello': light('No work: shows whether the event loop is free.'),
        '/healthz': light('Alive.'),
        '/readyz': light('Would a request be served?', 'Starting, draining, or without a worker.'),
        '/metrics': {
          get: {
            summary: 'For Prometheus.',
            responses: {
              200: { description: 'Text format.', content: { 'text/plain': { schema: { type: 'string' } } } },
            },
          },
        },
        '/openapi.json': light('This document.'),
        ...more,
      },
      components,
    }),
  );
}
