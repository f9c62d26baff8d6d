import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { metric, pendingRequests } from './answers.ts';
import { type Place, type Started, startForTest } from './contestant.ts';
import { isSoak, it } from './contract.ts';
import { startLoad } from './load.ts';
import {
  assertProblem,
  computed,
  type Sent,
  send,
  sendUntilTaken,
  sendUntilTwoAnswer,
  start,
  warmConnections,
} from './requests.ts';
import { TROUBLE } from './trouble.ts';
import { type HeldTask, holdTask, until, watchTask } from './until.ts';

const MAX_PENDING = 4;
const CROWD = 40;
/** Two processes have `MAX_PENDING` places each. */
const LEAST_REFUSED = CROWD - 2 * MAX_PENDING;
/** A task is held until requests are refused, however long that takes, so no deadline ends it. */
const LIMITS_MS = '120000';

/** The environment of a service for these tests; it also needs the workload `TROUBLE`. */
export const NARROW = {
  MAX_PENDING: String(MAX_PENDING),
  REQUEST_TIMEOUT_MS: LIMITS_MS,
  TASK_TIMEOUT_MS: LIMITS_MS,
} as const;

/** Tests requests beyond the limit. @param service with the environment `NARROW` */
export function refusals(service: () => Started): void {
  let requests = Number.NaN;
  it('refuses-beyond-limit', async (t) => {
    const { origin } = service();
    const [running, next] = [holdTask(t), holdTask(t)];
    const agent = await warmConnections(t, origin, CROWD + 1);
    const first = await occupyWorkers(origin, running);
    const crowd = Array.from({ length: CROWD }, () => start(origin, `/primes?${next.query}`, { agent }));
    const light = start(origin, '/hello', { agent });
    const done = { refusals: 0, light: 0 };
    const failed = () => {}; // it is awaited below
    for (const { reply } of crowd) reply.then(({ status }) => status === 503 && done.refusals++, failed);
    light.reply.then(() => done.light++, failed);
    // A busy event loop refuses no request, so the first tasks end as soon as the system has all requests.
    await Promise.all([...crowd, light].map(({ written }) => written));
    running.release();
    await until(
      () => done.refusals >= LEAST_REFUSED && done.light > 0,
      () =>
        `${done.refusals} of ${CROWD} requests were refused, and not ${LEAST_REFUSED}, or not /hello answered`,
    );
    next.release();
    const replies = await Promise.all([...first, ...crowd].map(({ reply }) => reply));
    for (const reply of replies) {
      if (reply.status === 200) assert.equal(computed(reply).output.count, 4);
      else assert.ok(assertProblem(reply, 503) && Number(reply.headers['retry-after']) > 0);
    }
    requests = replies.length + (await sendUntilTwoAnswer(origin)).length;
  });
  it('counts-refusals-once', async (t) => {
    if (Number.isNaN(requests))
      return t.skip('refuses-beyond-limit, whose requests are counted here, was not tested');
    const { body } = await send(service().origin, '/metrics');
    assert.equal(metric(body, /^http_requests_total\{route="\/primes",/), requests);
  });
}

/** A second worker gets one of this many requests, unless there is one worker. */
const MOST_FIRST = 4;
/** Most workers begin their task within a few of these. */
const POLLS = 12;
const POLL_MS = 20;

/** Sends a held task until each of two workers computes one. A connection may be dealt to a worker that has one. */
async function occupyWorkers(origin: string, { query, begun, untilBegun }: HeldTask): Promise<Sent[]> {
  const sent: Sent[] = [];
  while (sent.length < MOST_FIRST && begun() < 2) {
    sent.push(start(origin, `/primes?${query}`));
    for (let poll = 0; poll < POLLS && begun() < sent.length; poll++) await sleep(POLL_MS);
  }
  await untilBegun(1);
  return sent;
}

/** Two processes have half of these places. */
const CLIENTS = 16;
const CLIENT_PAUSE_MS = 20;
/** The test ends when it has this many right answers and this many refusals: eight of each a second are enough. */
const ANSWERS = isSoak ? 500 : 50;

/** Tests that a service gives right answers during an overload, refuses the rest, and recovers. */
export function overload(service: () => Started): void {
  it('answers-under-overload', async (t) => {
    const { origin } = service();
    const load = startLoad(origin, CLIENTS, { pauseMs: CLIENT_PAUSE_MS });
    t.after(load.stop);
    const counted = () => {
      const right = load.exchanges.filter((exchange) => exchange.right).length;
      const refused = load.exchanges.filter(({ outcome }) => outcome === 503).length;
      return { right, refused };
    };
    await until(
      () => Math.min(...Object.values(counted())) >= ANSWERS,
      () => `it gave ${JSON.stringify(counted())} answers`,
    );
    await load.stop();
    const { right, refused } = counted();
    assert.equal(right + refused, load.exchanges.length, 'every request is answered rightly or refused');
    for (let client = 0; client < 2 * MAX_PENDING; client++)
      computed(await sendUntilTaken(origin, '/primes?upTo=10'));
  });
}

/** Tests that a request which waits beyond its deadline is not computed. */
export function deadlines(folder: Place): void {
  it('deadline-504', async (t) => {
    const { origin } = await startForTest(t, folder, { WORKLOAD: TROUBLE, REQUEST_TIMEOUT_MS: '250' });
    const task = watchTask(t);
    const agent = await warmConnections(t, origin, CROWD);
    const path = `/primes?${task.query}&blockMs=50`;
    const replies = await Promise.all(
      Array.from({ length: CROWD }, () => start(origin, path, { agent }).reply),
    );
    const late = replies.filter(({ status }) => status !== 200);
    for (const reply of late) assertProblem(reply, 504);
    assert.ok(late.length > CROWD / 4, `${late.length} of ${CROWD} requests were late`);
    // An answer in time shows that no earlier request waits. The first requests may be late as well.
    await until(
      async () => (await send(origin, '/primes?upTo=10')).status === 200,
      'the service answers no more requests',
    );
    const computed = task.begun() - (CROWD - late.length);
    assert.ok(computed < late.length / 2, `${computed} of ${late.length} late requests were computed`);
  });
}

/** Tests what waits behind a long task. @param service with the workload `TROUBLE` */
export function waiting(service: () => Started): void {
  it('light-before-heavy', async (t) => {
    const { origin } = service();
    const held = holdTask(t);
    const agent = await warmConnections(t, origin, CROWD + 1);
    let answered = 0;
    const crowd = Array.from({ length: CROWD }, () =>
      start(origin, `/primes?${held.query}&blockMs=10`, { agent }),
    );
    const answers = crowd.map(({ reply }) => reply.then(() => answered++));
    const light = start(origin, '/hello', { agent });
    await Promise.all([...crowd, light].map(({ written }) => written));
    await held.untilBegun(1);
    held.release();
    assert.equal((await light.reply).status, 200);
    const before = answered;
    await Promise.all(answers);
    assert.ok(before < CROWD / 2, `${before} of ${CROWD} heavy requests were answered before the light one`);
  });

  it('left-client-not-computed', async (t) => {
    const { origin } = service();
    const held = holdTask(t);
    const agent = await warmConnections(t, origin, CROWD);
    // A queue takes a moment to remove a job, on a busy machine half a second, so its workers do not empty it at once.
    const path = `/primes?${held.query}&blockMs=250`;
    const crowd = Array.from({ length: CROWD }, () => start(origin, path, { agent }));
    await Promise.all(crowd.map(({ written }) => written));
    await held.untilBegun(1);
    await Promise.all(crowd.map(({ leave }) => leave()));
    held.release();
    await until(async () => (await pendingRequests(origin)) === 0, 'some places are never freed');
    assert.equal((await send(origin, '/primes?upTo=10')).status, 200); // it is computed after all that waited
    assert.ok(held.begun() < CROWD / 2, `${held.begun()} of ${CROWD} tasks were computed`);
  });
}
