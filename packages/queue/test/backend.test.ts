import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { endContestant, json, send, startContestant } from '@cpu-bound/conformance';
import { v7 } from 'uuid';
import { ownRedis, talk } from './own-redis.ts';

const folder = join(import.meta.dirname, '..');
/** About half a second of work. */
const LONG = 'upTo=5000000';

async function untilEnded(origin: string, location: string) {
  for (let look = 0; look < 400; look++) {
    const reply = await send(origin, location);
    if (['completed', 'failed'].includes(json(reply).state)) return reply;
    await sleep(25);
  }
  throw new Error(`${location} did not end`);
}

describe('the queue and its Redis', () => {
  it('gets ready beside a deep backlog', async () => {
    const queue = { QUEUE_NAME: `backlog-${crypto.randomUUID()}`, LOG_LEVEL: 'silent' };
    const first = await startContestant(folder, { ...queue, WORKERS: '1' });
    try {
      const jobs = [];
      for (let index = 0; index < 60; index++) jobs.push(await send(first.origin, `/jobs?${LONG}`, 'POST'));
      const second = await startContestant(folder, { ...queue, WORKERS: '0' });
      const last = json(await send(second.origin, String(jobs.at(-1)?.headers.location)));
      assert.equal(last.state, 'waiting', 'there was a backlog when it was ready');
      await endContestant(second);
    } finally {
      await endContestant(first);
    }
  });

  it('has every job that was accepted, however many there were', async () => {
    const service = await startContestant(folder);
    try {
      const locations: string[] = [];
      while (locations.length < 1_200) {
        const some = Array.from({ length: 200 }, () => send(service.origin, '/jobs?upTo=100', 'POST'));
        for (const { headers } of await Promise.all(some)) locations.push(String(headers.location));
      }
      for (const location of locations) {
        const reply = await untilEnded(service.origin, location);
        assert.equal(json(reply).result?.count, 25, `${location}: ${reply.body}`);
      }
    } finally {
      await endContestant(service);
    }
  });

  it('says that it refuses, and not that it is away, where Redis does not write; and accepts no job then', async (t) => {
    const redis = await ownRedis(t);
    if (!redis) return;
    const service = await startContestant(folder, { REDIS_URL: redis.url, LOG_LEVEL: 'error' });
    const setMemory = (bytes: string) =>
      talk(redis.url, (client) => client.config('SET', 'maxmemory', bytes));
    const untilReadyIs = async (status: number) => {
      for (let look = 0; (await send(service.origin, '/readyz')).status !== status; look++) {
        assert.ok(look < 200, `/readyz did not become ${status}`);
        await sleep(25);
      }
    };
    try {
      await setMemory('1');
      await untilReadyIs(503);
      for (const [path, method] of [
        ['/primes?upTo=10', 'GET'],
        ['/jobs?upTo=10', 'POST'],
      ] as const) {
        const reply = await send(service.origin, path, method);
        assert.deepEqual([reply.status, json(reply).detail], [503, 'Redis refuses; see the log']);
      }
      assert.match(service.output(), /OOM command not allowed/);
      await setMemory('0');
      await untilReadyIs(200);
      assert.equal((await send(service.origin, '/primes?upTo=10')).status, 200);
    } finally {
      await endContestant(service);
    }
  });

  it('accepts no more jobs than there is memory for, but knows the ones that it has', async (t) => {
    const redis = await ownRedis(t);
    if (!redis) return;
    const service = await startContestant(folder, { REDIS_URL: redis.url, JOBS_REDIS_MB: '16' });
    const post = async (headers: Record<string, string> = {}) =>
      (await send(service.origin, '/jobs?upTo=10', 'POST', headers)).status;
    const known = { 'Idempotency-Key': 'once' };
    try {
      assert.deepEqual([await post(known), await post()], [202, 202]);
      await talk(redis.url, (client) => client.set('somebody else', 'x'.repeat(17 * 2 ** 20)));
      for (let look = 0; (await post()) !== 503; look++) {
        assert.ok(look < 100, 'it was never full');
        await sleep(50);
      }
      assert.equal(await post(known), 202);
    } finally {
      await endContestant(service);
    }
  });

  it('does not look away to anybody while large results are asked for', async () => {
    const service = await startContestant(folder);
    try {
      const { headers } = await send(service.origin, '/jobs?upTo=10000000&list=true', 'POST');
      const look = () => send(service.origin, String(headers.location));
      await untilEnded(service.origin, String(headers.location));
      let left = 40;
      const looks = Array.from({ length: left }, () => look().finally(() => left--));
      let meanwhile = 0;
      for (; left > 0; meanwhile++) {
        assert.equal((await send(service.origin, '/readyz')).status, 200);
        const { status, body } = await send(service.origin, '/primes?upTo=10');
        // What waits to be read has a bound of its own.
        assert.ok(status === 200 || /more requests are waiting/.test(body), body);
      }
      for (const reply of await Promise.all(looks)) assert.notEqual(reply.status, 500, reply.body);
      assert.ok(meanwhile >= 10, `${meanwhile} others were answered between 40 large results`);
    } finally {
      await endContestant(service);
    }
  });

  it('says 410 of a job that is too old to be kept', async () => {
    const service = await startContestant(folder);
    try {
      const old = v7({ msecs: Date.now() - 2 * 3_600_000 });
      assert.equal((await send(service.origin, `/jobs/job-${old}`)).status, 410);
      assert.equal((await send(service.origin, `/jobs/job-${v7()}`)).status, 404);
    } finally {
      await endContestant(service);
    }
  });

  it('says 204 of a job only where it is never computed', async () => {
    const service = await startContestant(folder, { WORKERS: '1', LOG_LEVEL: 'debug' });
    try {
      let cancelled = 0;
      const jobs = 60;
      for (let index = 0; index < jobs; index++) {
        const { headers } = await send(service.origin, '/jobs?upTo=1000', 'POST');
        const location = String(headers.location);
        const { status } = await send(service.origin, location, 'DELETE');
        if (status === 204) cancelled++;
        else assert.equal(json(await untilEnded(service.origin, location)).state, 'completed');
      }
      const computed = service.output().match(/"msg":"computed"/g)?.length ?? 0;
      assert.equal(computed, jobs - cancelled);
    } finally {
      await endContestant(service);
    }
  });

  it('cancels a job that waits for the next worker since its own has died', async () => {
    const QUEUE_NAME = `died-${crypto.randomUUID()}`;
    const service = await startContestant(folder, { WORKERS: '1', QUEUE_NAME });
    try {
      await send(service.origin, `/jobs?${LONG}`, 'POST');
      const { id } = json(await send(service.origin, `/jobs?${LONG}`, 'POST'));
      // As BullMQ does with a job that it finds stalled.
      await talk(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379', async (client) => {
        const [prioritized = ''] = await client.keys(`bull:${QUEUE_NAME}-*:prioritized`);
        assert.equal(await client.zrem(prioritized, id), 1);
        await client.lpush(prioritized.replace(/prioritized$/, 'wait'), id);
      });
      assert.equal((await send(service.origin, `/jobs/${id}`, 'DELETE')).status, 204);
      assert.equal((await send(service.origin, `/jobs/${id}`)).status, 404);
    } finally {
      await endContestant(service);
    }
  });

  it('prints no password where the URL is wrong', async () => {
    const REDIS_URL = 'redis//:hunter2@nowhere';
    await assert.rejects(startContestant(folder, { REDIS_URL }), ({ message }: Error) => {
      assert.match(message, /REDIS_URL must be a redis:\/\/ or rediss:\/\/ URL/);
      assert.doesNotMatch(message, /hunter2/);
      return true;
    });
  });
});
