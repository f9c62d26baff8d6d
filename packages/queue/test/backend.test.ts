import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { endContestant, json, send, startContestant } from '@cpu-bound/conformance';
import { Redis } from 'ioredis';
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

/** What everybody tells Redis from now on, in its order. */
async function watchCommands() {
  const client = new Redis(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379');
  const monitor = await client.monitor();
  const commands: string[] = [];
  monitor.on('monitor', (_time: string, args: readonly string[], _source: string, _db: string) => {
    commands.push(args.map((arg) => JSON.stringify(arg.slice(0, 200))).join(' '));
  });
  return {
    commands,
    /** Forgets what was told so far: it is told a little later. */
    async begin(): Promise<void> {
      const marker = crypto.randomUUID();
      await client.echo(marker);
      while (!commands.some((line) => line.includes(marker))) await sleep(5);
      commands.length = 0;
    },
    stop() {
      monitor.disconnect();
      client.disconnect();
    },
  };
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

  it('reads few large results at once, and answers others between them', async () => {
    const QUEUE_NAME = `large-${crypto.randomUUID()}`;
    const service = await startContestant(folder, { QUEUE_NAME });
    const monitor = await watchCommands();
    try {
      const { headers } = await send(service.origin, '/jobs?upTo=2000000&list=true', 'POST');
      const location = String(headers.location);
      await untilEnded(service.origin, location);
      const key = location.split('/').at(-1) ?? '';
      await monitor.begin();
      const looks = Array.from({ length: 24 }, () => send(service.origin, location));
      const others = Array.from({ length: 6 }, () => send(service.origin, '/primes?upTo=10'));
      for (const { status } of await Promise.all(others)) assert.equal(status, 200);
      for (const reply of await Promise.all(looks)) assert.equal(json(reply).state, 'completed');
      // A look asks for the job, and when it has that for its state: as many as are between the two are read at once.
      const asked = monitor.commands.filter((line) => line.includes(key));
      let [reading, most] = [0, 0];
      for (const line of asked) {
        reading += /"hgetall"/i.test(line) ? 1 : -1;
        most = Math.max(most, reading);
      }
      assert.equal(asked.filter((line) => /"hgetall"/i.test(line)).length, looks.length);
      assert.ok(most <= 2, `${most} large results were read at once`);
    } finally {
      monitor.stop();
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
