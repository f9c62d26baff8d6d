import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ask,
  endContestant,
  isSoak,
  json,
  type Load,
  residentBytes,
  type Started,
  send,
  startContestant,
  startLoad,
  until,
} from '@cpu-bound/conformance';
import { NO_REDIS, ownRedis } from './own-redis.ts';

const folder = join(import.meta.dirname, '..');
/** Answered with 504 then: a request that waits for Redis would be, and none may. */
const REQUEST_TIMEOUT_MS = '10000';
const AWAY_MS = 1_500;
const TIMES = isSoak ? 3 : 1;
/** There is time left for a Redis that starts. */
const PAUSE_MS = 50;
const CONNECTIONS = 20;

type Ways = { readonly leave: () => unknown; readonly comeBack: () => unknown };

async function leaveAndComeBack(origin: string, load: Load, ways: Ways): Promise<void> {
  for (let time = 0; time < TIMES; time++) {
    const before = load.exchanges.length;
    await until(
      () => load.exchanges.length > before + 2 * CONNECTIONS,
      () => 'there is no load',
    );
    await ways.leave();
    await sleep(AWAY_MS);
    await until(
      async () => (await ask(`${origin}/readyz`)).outcome === 503,
      () => 'it does not say that it is not ready',
    );
    const back = performance.now();
    await ways.comeBack();
    await until(
      () => load.exchanges.some(({ right, startedAt }) => right && startedAt >= back),
      () => 'it gives no right answer',
    );
  }
}

async function survives({ origin }: Started, ways: Ways): Promise<void> {
  const load = startLoad(origin, CONNECTIONS, { pauseMs: PAUSE_MS });
  try {
    await leaveAndComeBack(origin, load, ways);
  } finally {
    await load.stop();
  }
  const others = load.exchanges.filter(({ outcome }) => outcome !== 200 && outcome !== 503);
  assert.deepEqual(others, [], 'every request got its answer or a 503');
  assert.ok(load.exchanges.every(({ outcome, right }) => outcome !== 200 || right));
  const refused = load.exchanges.filter(({ outcome }) => outcome === 503);
  assert.ok(refused.length > 0, 'some were refused');
  const slowest = Math.max(...refused.map(({ startedAt, endedAt }) => endedAt - startedAt));
  if (isSoak)
    console.log(`${load.exchanges.length} requests, ${refused.length} refused within ${slowest} ms`);
}

const redis = await ownRedis({ keepsData: true });

describe('Redis away', { skip: redis ? false : NO_REDIS }, () => {
  if (!redis) return;
  let service: Started;
  before(async () => {
    service = await startContestant(folder, { REDIS_URL: redis.url, REQUEST_TIMEOUT_MS });
  });
  after(async () => {
    await endContestant(service);
    await redis.end();
  });

  it('is killed and started again under load: refused at once, served again by itself', () =>
    survives(service, { leave: redis.kill, comeBack: redis.start }));

  it('hangs and goes on under load: refused, not kept waiting until the deadline', () =>
    survives(service, { leave: redis.pause, comeBack: redis.resume }));

  it('keeps the jobs that were accepted, and computes them when it is back', async () => {
    const { origin } = service;
    const accepted = await Promise.all(
      Array.from({ length: 30 }, () => send(origin, '/jobs?upTo=1000000', 'POST')),
    );
    assert.ok(accepted.every(({ status }) => status === 202));
    await sleep(1_100); // the append-only file is written through every second
    await redis.kill();
    await redis.start();
    for (const { headers } of accepted) {
      const job = await untilFinished(origin, String(headers.location));
      assert.deepEqual([job.state, job.result.count], ['completed', 78_498]);
    }
  });

  it('costs no memory while it is away, however many ask', async () => {
    const { origin, child } = service;
    const load = startLoad(origin, CONNECTIONS, { pauseMs: 5 });
    await sleep(1_000);
    await redis.kill();
    await sleep(500);
    const before = await residentBytes(child.pid ?? 0);
    const asked = load.exchanges.length;
    await sleep(isSoak ? 20_000 : 1_000);
    await until(
      () => load.exchanges.length > asked + 500,
      () => 'nobody asks',
    );
    const after = await residentBytes(child.pid ?? 0);
    await load.stop();
    assert.ok(after - before < 64 * 2 ** 20, `${before} bytes became ${after}`);
  });

  it('is all told of: nothing is left unhandled', () =>
    assert.doesNotMatch(service.output(), /unhandled|UnhandledPromise|MaxListeners/i));
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
