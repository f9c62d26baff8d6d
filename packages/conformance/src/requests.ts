import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from './until.ts';

/** A result in a reply. */
export type Computed = {
  // biome-ignore lint/suspicious/noExplicitAny: JSON of any form
  readonly output: any;
  readonly computeMs: number;
  readonly pid: number;
  readonly threadId: number;
};

/**
 * Reads the result of a reply of JSON. `Server-Timing` has the time of the task and its worker; contestants that were written
 * before it have them in two fields of the answer.
 */
export function computedIn({
  headers,
  body,
}: {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}): Computed {
  const output = JSON.parse(body);
  const [, computeMs, pid, threadId] =
    /\btask;dur=([\d.]+), worker;desc="(\d+)\/(\d+)"/.exec(String(headers['server-timing'])) ?? [];
  if (computeMs !== undefined)
    return { output, computeMs: Number(computeMs), pid: Number(pid), threadId: Number(threadId) };
  const { computeMs: time, worker, ...fields } = output;
  return { output: fields, computeMs: time, pid: worker?.pid, threadId: worker?.threadId };
}

export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
};

/** A request in flight. */
export type Sent = {
  /** Resolves when the system has the request, which the service may not have read yet. */
  readonly written: Promise<unknown>;
  readonly reply: Promise<Reply>;
  /** Breaks the connection; resolves when it is closed. */
  leave(): Promise<unknown>;
};

export type SendOptions = {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  /** Default: a connection of its own. */
  readonly agent?: Agent;
};

/** Sends a request. `fetch` would normalise the path. */
export function start(origin: string, path: string, options: SendOptions = {}): Sent {
  const sent = request(`${origin}${path}`, { agent: false, ...options });
  const closed = once(sent, 'close');
  const written = once(sent, 'finish');
  const reply = once(sent, 'response').then(async ([response]) => ({
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: await text(response),
  }));
  for (const outcome of [closed, written, reply]) outcome.catch(() => {}); // it may be awaited later, or not at all
  sent.end();
  return {
    written,
    reply,
    leave() {
      sent.destroy();
      return closed.catch(() => {});
    },
  };
}

/** Sends a request, and waits for its reply. */
export const send = (
  origin: string,
  path: string,
  method = 'GET',
  headers: Record<string, string> = {},
): Promise<Reply> => start(origin, path, { method, headers }).reply;

/** Writes a reply into the message of a test that fails. */
const described = ({ status, body }: Reply) => `status ${status}: ${body}`;

/**
 * Sends a request, again while the service refuses it: beside other programs, a service may be overloaded by its test.
 * Redis counts as away then, because it answers too late.
 */
export async function sendUntilTaken(origin: string, path: string): Promise<Reply> {
  let reply = await send(origin, path);
  await until(
    async () => {
      if (reply.status === 503 && reply.headers['retry-after'] !== undefined)
        reply = await send(origin, path);
      return reply.status !== 503;
    },
    () => `every request is refused, with ${described(reply)}`,
  );
  return reply;
}

export const json = (reply: Reply) => JSON.parse(reply.body);

/** Reads the result of a reply. @throws AssertionError with the status and the body, if it is no answer */
export function computed(reply: Reply) {
  assert.equal(reply.status, 200, described(reply));
  return computedIn(reply);
}

/** The test waits this many times for a second worker, which a busy machine may not have run yet. */
const PAUSES = 8;
const PAUSE_MS = 50;

/**
 * Sends small tasks, two at a time, until two workers have answered, if there are two. A process that counts only its
 * own requests would have the right count if it answered all.
 *
 * @returns all replies, of which some may be refusals
 */
export async function sendUntilTwoAnswer(origin: string): Promise<Reply[]> {
  const workers = new Set<string>();
  const replies: Reply[] = [];
  for (let pause = 0; workers.size < 2 && pause < PAUSES; pause++) {
    if (pause > 0) await sleep(PAUSE_MS);
    const path = '/primes?upTo=1000';
    for (const reply of await Promise.all([send(origin, path), send(origin, path)])) {
      replies.push(reply);
      if (reply.status === 503) continue;
      const { pid, threadId } = computed(reply);
      workers.add(`${pid}/${threadId}`);
    }
  }
  return replies;
}

/**
 * Opens connections and waits until the service has accepted them, like those of a balancer. A fork of a cluster
 * accepts one new connection in each iteration of its event loop.
 */
export async function warmConnections(t: TestContext, origin: string, count: number): Promise<Agent> {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  t.after(() => agent.destroy());
  // All requests are sent at once, so that each has a connection of its own.
  await Promise.all(Array.from({ length: count }, () => start(origin, '/hello', { agent }).reply));
  return agent;
}

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
