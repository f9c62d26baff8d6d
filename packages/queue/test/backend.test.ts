import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  computedTasks,
  endContestant,
  holdTask,
  json,
  type Started,
  send,
  startContestant,
  until,
} from '@cpu-bound/conformance';
import { NO_REDIS, ownRedis, talk } from './own-redis.ts';

const folder = join(import.meta.dirname, '..');
const WORKLOAD = join(import.meta.dirname, '../../conformance/fixtures/trouble.ts');
/** A task that keeps a worker for half a second. */
const LONG = 'upTo=10&blockMs=500';

async function untilStateIs(origin: string, location: string, ...states: string[]) {
  let reply = await send(origin, location);
  await until(
    async () => {
      reply = await send(origin, location);
      return states.includes(json(reply).state);
    },
    () => `${location}: ${reply.body}`,
  );
  return reply;
}
const untilEnded = (origin: string, location: string) =>
  untilStateIs(origin, location, 'completed', 'failed');

const REDIS_URL = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379';

/**
 * What everybody tells Redis, in its order. Over a connection of our own: ioredis' `monitor()` fails on a busy server,
 * where the first command that is told comes with the answer.
 */
function watchCommands(t: TestContext) {
  const { hostname, port, username, password } = new URL(REDIS_URL);
  const socket = connect(Number(port || 6379), hostname);
  t.after(() => socket.destroy());
  const login =
    password && `AUTH ${decodeURIComponent(username || 'default')} ${decodeURIComponent(password)}\r\n`;
  socket.write(`${login}MONITOR\r\n`);
  const commands: string[] = [];
  createInterface(socket).on('line', (line) => commands.push(line));
  return {
    commands,
    /** Forgets what was told so far: it is told a little later. */
    async begin(): Promise<void> {
      const marker = crypto.randomUUID();
      while (!commands.some((line) => line.includes(marker))) {
        await talk(REDIS_URL, (client) => client.echo(marker));
        await sleep(5);
      }
      commands.length = 0;
    },
  };
}

describe('the jobs of a service', () => {
  const QUEUE_NAME = `backend-${crypto.randomUUID()}`;
  let service: Started;
  before(async () => {
    const lock = { JOB_LOCK_MS: '30000' }; // however late its worker renews it
    service = await startContestant(folder, { WORKLOAD, QUEUE_NAME, LOG_LEVEL: 'debug', ...lock });
  });
  after(() => endContestant(service));

  it('has every job that was accepted, however many there were', async () => {
    const locations: string[] = [];
    while (locations.length < 1_200) {
      const some = Array.from({ length: 200 }, () => send(service.origin, '/jobs?upTo=100', 'POST'));
      for (const { headers } of await Promise.all(some)) locations.push(String(headers.location));
    }
    while (locations.length > 0) {
      const replies = await Promise.all(
        locations.splice(0, 50).map((location) => untilEnded(service.origin, location)),
      );
      for (const { body } of replies) assert.equal(JSON.parse(body).result?.count, 25, body);
    }
  });

  it('reads few large results at once, and answers others between them', async (t) => {
    const monitor = watchCommands(t);
    const { headers } = await send(service.origin, '/jobs?upTo=2000000&list=true', 'POST');
    const location = String(headers.location);
    await untilEnded(service.origin, location);
    const key = location.split('/').at(-1) ?? '';
    await monitor.begin();
    const looks = Array.from({ length: 24 }, () => send(service.origin, location));
    const others = Array.from({ length: 6 }, () => send(service.origin, '/primes?upTo=10'));
    for (const { status } of await Promise.all(others)) assert.equal(status, 200);
    for (const reply of await Promise.all(looks)) assert.equal(json(reply).state, 'completed');
    // A look asks for the job first and for its result last: as many as are between the two are read at once.
    const asked = monitor.commands.filter((line) => line.includes(key) && /"hgetall"/i.test(line));
    let [reading, most] = [0, 0];
    for (const line of asked) {
      reading += line.includes(`result:${key}`) ? -1 : 1;
      most = Math.max(most, reading);
    }
    assert.equal(asked.length, 2 * looks.length);
    assert.ok(most <= 2, `${most} large results were read at once`);
  });

  it('says 204 of a job only where it is never computed', async () => {
    const [before, jobs] = [computedTasks(service), 60];
    let cancelled = 0;
    for (let index = 0; index < jobs; index++) {
      const { headers } = await send(service.origin, '/jobs?upTo=1000', 'POST');
      const location = String(headers.location);
      const { status } = await send(service.origin, location, 'DELETE');
      if (status === 204) cancelled++;
      else assert.equal(json(await untilEnded(service.origin, location)).state, 'completed');
    }
    const computed = () => computedTasks(service) - before;
    await until(
      () => computed() >= jobs - cancelled,
      () => `${computed()} of ${jobs - cancelled} were computed`,
    );
    assert.equal(computed(), jobs - cancelled);
  });

  it('cancels a job that waits for the next worker since its own has died', async () => {
    const held = holdTask();
    const post = async () => json(await send(service.origin, `/jobs?${held.query}`, 'POST')).id;
    for (const busy of await Promise.all([post(), post()]))
      await untilStateIs(service.origin, `/jobs/${busy}`, 'active'); // a worker each
    const id = await post();
    // As BullMQ does with a job that it finds stalled.
    await talk(REDIS_URL, async (client) => {
      const [prioritized = ''] = await client.keys(`bull:${QUEUE_NAME}-*:prioritized`);
      assert.equal(await client.zrem(prioritized, id), 1);
      await client.lpush(prioritized.replace(/prioritized$/, 'wait'), id);
    });
    assert.equal((await send(service.origin, `/jobs/${id}`, 'DELETE')).status, 204);
    assert.equal((await send(service.origin, `/jobs/${id}`)).status, 404);
    held.release();
  });
});

const redis = await ownRedis();

describe('a Redis without memory', { skip: redis ? false : NO_REDIS }, () => {
  if (!redis) return;
  let service: Started;
  before(async () => {
    service = await startContestant(folder, {
      REDIS_URL: redis.url,
      JOBS_REDIS_MB: '16',
      LOG_LEVEL: 'error',
    });
  });
  after(async () => {
    await endContestant(service);
    await redis.end();
  });

  it('is said to refuse, and not to be away, where it does not write; and no job is accepted then', async () => {
    const setMemory = (bytes: string) =>
      talk(redis.url, (client) => client.config('SET', 'maxmemory', bytes));
    const untilReadyIs = (status: number) =>
      until(
        async () => (await send(service.origin, '/readyz')).status === status,
        () => `/readyz did not become ${status}`,
      );
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
  });

  it('is given no more jobs than there is memory for, but the ones that it has are known', async () => {
    const post = async (headers: Record<string, string> = {}) =>
      (await send(service.origin, '/jobs?upTo=2000000&list=true', 'POST', { Prefer: 'wait=20', ...headers }))
        .status;
    const known = { 'Idempotency-Key': 'once' };
    assert.deepEqual([await post(known), await post()], [202, 202]);
    for (let look = 0; (await post()) !== 503; look++) assert.ok(look < 20, 'it was never full');
    assert.equal(await post(known), 202);
  });

  it('counts what the jobs take of it, and not what others have there', async () => {
    const other = { REDIS_URL: redis.url, JOBS_REDIS_MB: '16', LOG_LEVEL: 'error' };
    await talk(redis.url, (client) => client.set('somebody else', 'x'.repeat(17 * 2 ** 20)));
    const beside = await startContestant(folder, other);
    try {
      assert.equal((await send(beside.origin, '/jobs?upTo=10', 'POST')).status, 202);
    } finally {
      await endContestant(beside);
    }
  });
});

describe('the queue and its Redis', () => {
  it('gets ready beside a deep backlog', async () => {
    const queue = { WORKLOAD, QUEUE_NAME: `backlog-${crypto.randomUUID()}`, LOG_LEVEL: 'silent' };
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

  it('prints no password where the URL is wrong', async () => {
    const wrong = { REDIS_URL: 'redis//:hunter2@nowhere' };
    await assert.rejects(startContestant(folder, wrong), ({ message }: Error) => {
      assert.match(message, /REDIS_URL must be a redis:\/\/ or rediss:\/\/ URL/);
      assert.doesNotMatch(message, /hunter2/);
      return true;
    });
  });
});
