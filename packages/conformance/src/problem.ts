import assert from 'node:assert/strict';
import { json, type Reply } from './requests.ts';

/** Asserts that a reply is a problem document (RFC 9457) of this status, without internals of the service. */
export function assertProblem(reply: Reply, status: number): Record<string, unknown> {
  assert.equal(reply.status, status, reply.body);
  assert.match(String(reply.headers['content-type']), /^application\/problem\+json/);
  const problem = json(reply);
  assert.equal(problem.status, status);
  assert.ok(problem.type && problem.title && problem.detail, 'the problem has type, title and detail');
  assert.doesNotMatch(reply.body, /node_modules|\.ts:\d/, 'no stack trace leaves the service');
  return problem;
}
