import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, it, type TestContext } from 'node:test';
import {
  ask,
  isSoak,
  json,
  type Load,
  residentBytes,
  type Started,
  send,
  serviceOf,
  startLoad,
  until,
} from '@cpu-bound/conformance';
import { NO_REDIS, ownRedis } from './own-redis.ts';

const folder = join(import.meta.dirname, '..');
/** A request that waits for Redis would be answered with 504 after this time. */
const REQUEST_TIMEOUT_MS = '10000';
const TIMES = isSoak ? 3 : 1;
/** Each connection pauses between requests, so that a Redis that starts gets CPU time. */
const PAUSE_MS = 50;
const CONNECTIONS = 20;

type Outage = {
  readonly leave: () => unknown;
  readonly comeBack: () => unknown;
  /** True if connections stay open, so that requests still wait for the jobs that were added. */
  readonly keepsJobs?: true;
};

/** Waits until the load has had this many more outcomes. */
async function untilMore({ exchanges }: Load, outcomes: number): Promise<void> {
  const before = exchanges.length;
  await until(() => exchanges.length >= before + outcomes, 'the load sends no requests');
}

/** Returns the times at which Redis had left. */
async function leaveAndComeBack(origin: string, load: Load, outage: Outage): Promise<number[]> {
  const left: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    await untilMore(load, 2 * CONNECTIONS);
    await outage.leave();
    left.push(performance.now());
    await untilMore(load, 2 * CONNECTIONS);
    await until(async () => (await ask(`${origin}/readyz`)).outcome === 503, 'the service stays ready');
    const back = performance.now();
    await outage.comeBack();
    await until(
      () => load.exchanges.some(({ right, startedAt }) => right && startedAt >= back),
      'the service gives no right answer',
    );
  }
  return left;
}

async function survives(t: TestContext, { origin }: Started, outage: Outage): Promise<void> {
  const load = startLoad(origin, CONNECTIONS, { pauseMs: PAUSE_MS });
  t.after(load.stop);
  const left = await leaveAndComeBack(origin, load, outage);
  await load.stop();
  // A Redis that hangs has taken the job, and may come back too late: nothing shows that it has left.
  const waited = ({ startedAt, endedAt }: Load['exchanges'][number]) =>
    outage.keepsJobs && left.some((at) => startedAt < at && endedAt > at);
  const others = load.exchanges.filter(
    (exchange) =>
      exchange.outcome !== 200 && exchange.outcome !== 503 && !(exchange.outcome === 504 && waited(exchange)),
  );
  assert.deepEqual(others, []); // each request gets its answer or a 503
  assert.ok(load.exchanges.every(({ outcome, right }) => outcome !== 200 || right));
  const refused = load.exchanges.filter(({ outcome }) => outcome === 503);
  assert.ok(refused.length > 0, 'no request was refused');
  const slowest = Math.max(...refused.map(({ startedAt, endedAt }) => endedAt - startedAt));
  if (isSoak)
    console.log(`${load.exchanges.length} requests, ${refused.length} refused within ${slowest} ms`);
}

const redis = await ownRedis({ keepsData: true });

describe('the service while Redis is away', { skip: redis ? false : NO_REDIS }, () => {
  if (!redis) return;
  const service = serviceOf(folder, { REDIS_URL: redis.url, REQUEST_TIMEOUT_MS, WORKERS: '1' });
  after(() => redis.end());

  it('refuses requests with 503 under load when Redis is killed, and answers after its restart', (t) =>
    survives(t, service(), { leave: redis.kill, comeBack: redis.start }));

  it('refuses requests with 503 under load while Redis hangs, and none that began then with 504', (t) =>
    survives(t, service(), { leave: redis.pause, comeBack: redis.resume, keepsJobs: true }));

  it('loses no accepted job, and completes all when Redis is back', async () => {
    const { origin } = service();
    const accepted = await Promise.all(
      Array.from({ length: 30 }, () => send(origin, '/jobs?upTo=1000000', 'POST')),
    );
    assert.ok(accepted.every(({ status }) => status === 202));
    await redis.kill();
    await redis.start();
    for (const { headers } of accepted) {
      const job = await untilFinished(origin, String(headers.location));
      assert.deepEqual([job.state, job.result.count], ['completed', 78_498]);
    }
  });

  if (isSoak)
    it('does not let its memory grow', async (t) => {
      const { origin, child } = service();
      const load = startLoad(origin, CONNECTIONS, { pauseMs: 5 });
      t.after(load.stop);
      await untilMore(load, 500);
      await redis.kill();
      await untilMore(load, 500);
      const before = await residentBytes(child.pid ?? 0);
      await untilMore(load, 50_000);
      const after = await residentBytes(child.pid ?? 0);
      assert.ok(after - before < 64 * 2 ** 20, `${before} bytes became ${after}`);
    });

  it('logs no unhandled rejection, and no warning of too many listeners', () =>
    assert.doesNotMatch(service().output(), /unhandled|UnhandledPromise|MaxListeners/i));
});

async function untilFinished(origin: string, path: string) {
  let reply = await send(origin, path);
  await until(
    async () => {
      reply = await send(origin, path);
      return reply.status === 200 && ['completed', 'failed'].includes(json(reply).state);
    },
    () => `${path}: ${reply.body}`,
  );
  return json(reply);
}
