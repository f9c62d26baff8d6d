import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  endContestant,
  type Place,
  type Started,
  spawnContestant,
  startContestant,
  withContestant,
} from './contestant.ts';
import { endsAsFirstProcess } from './first-process.ts';
import { holdTask } from './held-task.ts';
import { isAlive } from './load.ts';
import { metric } from './observability.ts';
import { assertProblem } from './problem.ts';
import { json, send, sendUntilTwoAnswer } from './requests.ts';
import { it } from './sentence.ts';
import { TASK_TIMEOUT_MS, TROUBLE, type TroubleOptions, trouble } from './trouble.ts';
import { until } from './until.ts';

/** Tasks that compute for about 50 ms. */
const COMPUTES = ['/primes?upTo=1000000', 78_498] as const;

const CROWD = 40;
const MAX_PENDING = 4;
/** Two processes have this many places each. */
const LEAST_REFUSED = CROWD - 2 * MAX_PENDING;
/** A busy event loop refuses no request, so the test ends the first tasks after this time. */
const HELD_MS = 400;
/** The tasks after them are held for less than `TASK_TIMEOUT_MS`. */
const GIVES_UP_MS = 1_000;

/** Tests requests beyond the limit, faults of tasks, and then a kill of that service. */
export function backpressure(folder: Place, options?: TroubleOptions): void {
  let service: Started;
  let requests = Number.NaN;
  before(async () => {
    const env = { WORKLOAD: TROUBLE, TASK_TIMEOUT_MS, LOG_LEVEL: 'silent' };
    service = await startContestant(folder, { ...env, MAX_PENDING: String(MAX_PENDING) });
  });
  after(() => endContestant(service));
  it('refuses-beyond-limit', async () => {
    const [running, next] = [holdTask(), holdTask()];
    const ask = (query: string) => send(service.origin, `/primes?${query}`);
    const first = [ask(running.query), ask(running.query)];
    await sleep(ACCEPTED_MS);
    const enough = Promise.withResolvers<void>();
    let refusals = 0;
    const crowd = Array.from({ length: CROWD }, async () => {
      const reply = await ask(next.query);
      if (reply.status === 503 && ++refusals === LEAST_REFUSED) enough.resolve();
      return reply;
    });
    const light = send(service.origin, '/hello');
    const all = Promise.all([enough.promise, light]);
    await Promise.race([all, sleep(HELD_MS)]);
    running.release();
    const inTime = await Promise.race([all, sleep(GIVES_UP_MS)]);
    next.release();
    const replies = await Promise.all([...first, ...crowd]);
    const refused = replies.filter(({ status }) => status === 503);
    for (const reply of refused) {
      assertProblem(reply, 503);
      assert.ok(Number(reply.headers['retry-after']) > 0);
    }
    const answered = replies.filter(({ status }) => status === 200);
    assert.equal(answered.length + refused.length, replies.length);
    for (const reply of answered) assert.equal(json(reply).count, 4);
    assert.ok(inTime, `${LEAST_REFUSED} of ${CROWD} and /hello were not answered while a task ran`);
    const later = await sendUntilTwoAnswer(service.origin);
    requests = replies.length + later;
  });
  it('counts-refusals-once', async () => {
    const { body } = await send(service.origin, '/metrics');
    assert.equal(metric(body, /^http_requests_total\{route="\/primes",/), requests);
  });
  if (options) trouble(() => service, options);
  endsOnSigkill(() => service);
}

/** Tests the end by SIGTERM. The service is gone afterwards. */
export function endsOnSigterm(service: () => Started): void {
  it('finishes-after-sigterm', () => finishesAfter('SIGTERM', service(), COMPUTES));
}

/** Tests an end by SIGKILL, which the system sends when memory runs out. */
function endsOnSigkill(service: () => Started): void {
  it('leaves-no-process', async () => {
    const { origin, child, ended } = service();
    const pids = new Set<number>();
    const ask = async () => pids.add(json(await send(origin, '/primes?upTo=100000')).worker.pid);
    for (let requests = 0; requests < 24; requests += 2) await Promise.all([ask(), ask()]); // more at once would be refused
    const held = holdTask();
    void send(origin, `/primes?${held.query}`).catch(() => {}); // its connection breaks
    await sleep(ACCEPTED_MS);
    child.kill('SIGKILL');
    await ended;
    held.release();
    await until(
      () => ![...pids].some(isAlive),
      () => `still alive: ${[...pids].filter(isAlive)}`,
    );
  });
}

/** Written requests are accepted within this time. Our services check for them before they stop; nginx does not. */
const ACCEPTED_MS = 30;

/** Eight of these tasks occupy two workers for a second, which is longer than the default `DRAIN_DELAY_MS`. */
const OUTLASTS = ['/primes?upTo=1000&blockMs=250', 168] as const;

async function finishesAfter(
  signal: 'SIGTERM' | 'SIGINT',
  service: Started,
  [path, count]: readonly [string, number] = OUTLASTS,
): Promise<void> {
  const answered = await sendAll(8, service.origin + path);
  await sleep(ACCEPTED_MS);
  service.child.kill(signal);
  assert.deepEqual(new Set(await answered()), new Set([count]));
  assert.equal(await service.ended, 0, service.output());
}

/**
 * Sends a request on each of several new connections, and waits until the system has them.
 *
 * @returns a function that waits for the answers, and returns the count of primes in each
 */
async function sendAll(connections: number, url: string): Promise<() => Promise<number[]>> {
  const requests = Array.from({ length: connections }, () => get(url, { agent: false }));
  const counts = requests.map(async (sent) => {
    const [response] = await once(sent, 'response');
    return JSON.parse(await text(response)).count;
  });
  const answers = Promise.all(counts);
  answers.catch(() => {}); // it is awaited later
  await Promise.all(requests.map((sent) => once(sent, 'finish')));
  return () => answers;
}

/** The event loop accepts fewer connections between SIGTERM and an end without a delay. */
const UNSEEN = 100;

/** Tests an end while a connection stays open. @param sent the only bytes on that connection */
async function finishesDespite(sent: string, service: Started): Promise<void> {
  const { hostname, port } = new URL(service.origin);
  const idle = connect(Number(port), hostname);
  idle.on('error', () => {}).write(sent);
  try {
    await once(idle, 'connect');
    await finishesAfter('SIGINT', service);
  } finally {
    idle.destroy();
  }
}

/** Tests the end by SIGINT. The service, which has the workload `TROUBLE`, is gone afterwards. */
export function endsOnSigint(service: () => Started): void {
  it('finishes-beside-idle', () => finishesDespite('', service()));
}

/** Tests a start that fails, and the other ways to end. */
export function lifecycle(folder: Place): void {
  it('finishes-beside-stalled', () =>
    withContestant(folder, { WORKLOAD: TROUBLE }, (service) =>
      finishesDespite('GET /primes?upTo=10 HTTP/1.1\r\nHost: te', service),
    ));
  it('answers-unseen-requests', () =>
    withContestant(folder, { DRAIN_DELAY_MS: '0' }, async ({ origin, child, ended, output }) => {
      child.kill('SIGSTOP'); // from now on only the system accepts connections
      const answered = await sendAll(UNSEEN, `${origin}/primes?upTo=1000`);
      child.kill('SIGTERM');
      child.kill('SIGCONT');
      assert.deepEqual(new Set(await answered()), new Set([168]));
      assert.equal(await ended, 0, output());
    }));
  endsAsFirstProcess(folder);
  it('names-wrong-variables', async () => {
    const service = await spawnContestant(folder, { PORT: 'x', MAX_PENDING: '0', LOG_LEVEL: 'loud' });
    assert.equal(await service.ended, 1);
    for (const name of ['PORT', 'MAX_PENDING', 'LOG_LEVEL'])
      assert.match(service.output(), new RegExp(`^${name} `, 'm'));
    await endContestant(service);
  });
  it('names-wrong-workload', async () => {
    const service = await spawnContestant(folder, { WORKLOAD: './nowhere.ts' });
    assert.equal(await service.ended, 1);
    assert.match(service.output(), /workload \.\/nowhere\.ts: does not load/);
    await endContestant(service);
  });
}
