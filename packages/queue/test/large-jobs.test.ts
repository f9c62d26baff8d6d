import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  endContestant,
  json,
  residentBytes,
  type Started,
  send,
  startContestant,
  until,
} from '@cpu-bound/conformance';
import { NO_REDIS, ownRedis, talk } from './own-redis.ts';

const folder = join(import.meta.dirname, '..');
const MIB = 2 ** 20;
const [JOBS, BODY_BYTES, MOST_MIB] = [15, 16 * MIB, 64];

const redis = await ownRedis();
const usedBytes = (url: string) =>
  talk(url, async (client) => Number(/^used_memory:(\d+)/m.exec(await client.info('memory'))?.[1]));

describe('large jobs', { skip: redis ? false : NO_REDIS }, () => {
  if (!redis) return;
  const env = {
    REDIS_URL: redis.url,
    WORKLOAD: 'payload',
    QUEUE_NAME: 'large',
    JOBS_REDIS_MB: `${MOST_MIB}`,
  };
  let service: Started;
  let workers: Started | undefined;
  before(async () => {
    // It has to have had a worker once, to be ready.
    workers = await startContestant(folder, { ...env, WORKERS: '1' });
    service = await startContestant(folder, { ...env, WORKERS: '0' });
    await endContestant(workers);
  });
  after(async () => {
    await endContestant(service);
    await redis.end();
  });

  const post = async () => {
    const body = Buffer.alloc(BODY_BYTES, 97);
    const reply = await fetch(`${service.origin}/jobs?in=${BODY_BYTES}&out=1`, { method: 'POST', body });
    return { status: reply.status, answer: (await reply.json()) as { id?: string } };
  };

  it('are each stored or refused as the client was told, within the memory that there is for them', async () => {
    const before = await usedBytes(redis.url);
    const own = await residentBytes(service.child.pid ?? 0);
    let most = own;
    const watch = setInterval(async () => {
      most = Math.max(most, await residentBytes(service.child.pid ?? 0));
    }, 20);
    const replies = await Promise.all(Array.from({ length: JOBS }, post));
    clearInterval(watch);
    await sleep(1_500); // a command that was given up may be carried out late
    const accepted = replies.filter(({ status }) => status === 202);
    assert.equal(accepted.length + replies.filter(({ status }) => status === 503).length, JOBS);
    assert.equal(accepted.length, Math.floor(MOST_MIB / 16) - 1, 'as many as there is room for');
    const stored = await talk(redis.url, async (client) => {
      const [waiting = ''] = await client.keys('*:large-*:prioritized');
      return client.zcard(waiting);
    });
    assert.equal(
      stored,
      accepted.length,
      'a job that was refused is stored, or one that was accepted is not',
    );
    const used = (await usedBytes(redis.url)) - before;
    assert.ok(used < MOST_MIB * MIB, `Redis holds ${used / MIB} MiB of them`);
    // The bodies, the chunks that they came in, and a copy of the few that are on their way to Redis.
    assert.ok(most - own < 2.5 * JOBS * BODY_BYTES, `the API process took ${(most - own) / MIB} MiB`);
    for (const { answer } of accepted)
      assert.equal((await send(service.origin, `/jobs/${answer.id}`, 'DELETE')).status, 204);
    await until(
      async () => (await usedBytes(redis.url)) - before < 8 * MIB,
      () => 'what was cancelled is not gone with its octets',
    );
  });

  it('that Redis was slow to store are accepted once it says that it has them', async () => {
    workers = await startContestant(folder, { ...env, WORKERS: '1' });
    try {
      const isReady = async () => (await send(service.origin, '/readyz')).status === 200;
      await until(isReady, () => 'it did not see its workers');
      let resumed: Promise<void> | undefined;
      // Between the answer to the first command and the one to the second: the hang is longer than a command may take.
      const replies = [send(service.origin, '/jobs?in=0&out=1', 'POST')];
      await replies[0];
      for (let index = 1; index < 30; index++) {
        replies.push(send(service.origin, '/jobs?in=0&out=1', 'POST'));
        if (index === 15) {
          redis.pause();
          resumed = sleep(4_000).then(redis.resume);
        }
        await sleep(2);
      }
      const told = await Promise.all(replies);
      await resumed; // some are refused sooner
      await until(isReady, () => 'it did not see that Redis is back');
      await sleep(1_000); // what was given up may be carried out late
      const accepted = told.filter(({ status }) => status === 202);
      for (const reply of accepted)
        assert.equal((await send(service.origin, `/jobs/${json(reply).id}`)).status, 200);
      const ids = await talk(redis.url, async (client) => {
        const keys = await client.keys('*:large-*');
        return keys.filter(
          (key) => /:(?:job-)?[\da-f]{8}-[\da-f-]{27}$/.test(key) && !/:(?:octets|result|replies):/.test(key),
        );
      });
      assert.ok(accepted.length > 0);
      assert.equal(ids.length, accepted.length, 'a job that was refused is stored');
    } finally {
      await endContestant(workers);
    }
  });
});

describe('large results', { skip: redis ? false : NO_REDIS }, () => {
  it('of requests that come together are all answered, whoever else waits', async () => {
    const service = await startContestant(folder, {
      WORKLOAD: 'payload',
      WORKERS: '4',
      REQUEST_TIMEOUT_MS: '120000',
      LOG_LEVEL: 'error',
    });
    try {
      const large = Array.from({ length: 8 }, () =>
        send(service.origin, '/payload?in=0&out=16777216&as=json'),
      );
      const small = Array.from({ length: 8 }, () => send(service.origin, '/payload?in=0&out=10&as=json'));
      for (const { status, body } of await Promise.all([...large, ...small]))
        assert.equal(status, 200, body.slice(0, 200));
    } finally {
      await endContestant(service);
    }
  });

  it('of a job are given as they are, and are gone from Redis when it is', async () => {
    const service = await startContestant(folder, {
      JOB_KEPT_S: '3', // and by then the answer with its result has been read
      LOG_LEVEL: 'error',
      REDIS_PREFIX: 'kept',
    });
    try {
      const reply = await send(service.origin, '/jobs?upTo=2000000&list=true', 'POST', { Prefer: 'wait=20' });
      const { id, result } = json(reply);
      assert.deepEqual(
        [result.count, result.primes.length, result.primes.at(-1)],
        [148_933, 148_933, 1_999_993],
      );
      await until(
        async () => (await send(service.origin, `/jobs/${id}`)).status === 404,
        () => 'it is there for longer than it is kept',
      );
      const url = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379';
      assert.deepEqual(await talk(url, (client) => client.keys(`kept:*result*${id}`)), []);
    } finally {
      await endContestant(service);
    }
  });
});
