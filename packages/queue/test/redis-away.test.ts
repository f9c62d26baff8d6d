import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
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
} from '@cpu-bound/conformance';
import { type OwnRedis, ownRedis } from './own-redis.ts';

const folder = join(import.meta.dirname, '..');
/** The contract's second, and in a test that shares its machine with others some more. */
const [REFUSED_WITHIN_MS, BACK_WITHIN_MS] = isSoak ? [1_000, 2_000] : [3_000, 6_000];
const AWAY_MS = 1_500;
const TIMES = isSoak ? 3 : 1;
const CONNECTIONS = 20;

async function withService(
  context: TestContext,
  use: (service: Started, redis: OwnRedis) => Promise<void>,
): Promise<void> {
  const redis = await ownRedis(context);
  if (!redis) return;
  const service = await startContestant(folder, { REDIS_URL: redis.url });
  try {
    await use(service, redis);
    assert.doesNotMatch(service.output(), /unhandled|UnhandledPromise|MaxListeners/i);
  } finally {
    await endContestant(service);
  }
}

/** When the first right answer came that was asked for after this moment. */
const firstRightAfter = ({ exchanges }: Load, at: number) =>
  exchanges.find(({ right, startedAt }) => right && startedAt >= at)?.endedAt ?? Number.POSITIVE_INFINITY;

type Ways = { readonly leave: () => unknown; readonly comeBack: () => unknown };

async function leaveAndComeBack(origin: string, load: Load, ways: Ways): Promise<void> {
  for (let time = 0; time < TIMES; time++) {
    await sleep(1_000);
    await ways.leave();
    await sleep(AWAY_MS);
    assert.equal((await ask(`${origin}/readyz`)).outcome, 503, 'it says that it is not ready');
    const back = performance.now();
    await ways.comeBack();
    await sleep(BACK_WITHIN_MS);
    const took = firstRightAfter(load, back) - back;
    assert.ok(took < BACK_WITHIN_MS, `answered again after ${took} ms`);
  }
}

async function survives({ origin }: Started, ways: Ways): Promise<void> {
  const load = startLoad(origin, CONNECTIONS);
  try {
    await leaveAndComeBack(origin, load, ways);
  } finally {
    await load.stop();
  }
  const others = load.exchanges.filter(({ outcome }) => outcome !== 200 && outcome !== 503);
  assert.deepEqual(others, [], 'every request got its answer or a 503');
  assert.ok(load.exchanges.every(({ outcome, right }) => outcome !== 200 || right));
  const refused = load.exchanges.filter(({ outcome }) => outcome === 503);
  const slowest = Math.max(...refused.map(({ startedAt, endedAt }) => endedAt - startedAt));
  assert.ok(refused.length > 0 && slowest < REFUSED_WITHIN_MS, `the slowest refusal took ${slowest} ms`);
  if (isSoak)
    console.log(`${load.exchanges.length} requests, ${refused.length} refused within ${slowest} ms`);
}

describe('Redis away', () => {
  it('is killed and started again under load: refused at once, served again by itself', (context) =>
    withService(context, (service, redis) =>
      survives(service, { leave: redis.kill, comeBack: redis.start }),
    ));

  it('hangs and goes on under load: refused within a second, not kept waiting', (context) =>
    withService(context, (service, redis) =>
      survives(service, { leave: redis.pause, comeBack: redis.resume }),
    ));

  it('costs no memory while it is away, however many ask', (context) =>
    withService(context, async ({ origin, child }, redis) => {
      const load = startLoad(origin, CONNECTIONS);
      await sleep(1_000);
      await redis.kill();
      await sleep(500);
      const before = await residentBytes(child.pid ?? 0);
      await sleep(isSoak ? 20_000 : 2_000);
      const after = await residentBytes(child.pid ?? 0);
      await load.stop();
      assert.ok(load.exchanges.length > 500, `${load.exchanges.length} asked`);
      assert.ok(after - before < 64 * 2 ** 20, `${before} bytes became ${after}`);
    }));

  it('keeps the jobs that were accepted, and computes them when it is back', (context) =>
    withService(context, async ({ origin }, redis) => {
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
    }));
});

async function untilFinished(origin: string, path: string) {
  for (let look = 0; look < 300; look++) {
    const reply = await send(origin, path);
    if (reply.status === 200 && ['completed', 'failed'].includes(json(reply).state)) return json(reply);
    await sleep(50);
  }
  throw new Error(`${path} did not finish`);
}
