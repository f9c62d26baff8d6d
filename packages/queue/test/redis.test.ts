import assert from 'node:assert/strict';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { after, describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { json, type Started, send, serviceOf, startForTest, TROUBLE, until } from '@cpu-bound/conformance';
import { NO_REDIS, ownRedis, talk } from './own-redis.ts';

const redis = await ownRedis();

const folder = join(import.meta.dirname, '..');
const ENV = { WORKERS: '1', WORKLOAD: TROUBLE, LOG_LEVEL: 'error' };
const serve = (t: TestContext, env: Record<string, string>) => startForTest(t, folder, { ...ENV, ...env });
const statusOf = async (service: Started, path: string, method = 'GET') =>
  (await send(service.origin, path, method)).status;
const untilServed = (service: Started) =>
  until(
    async () => (await statusOf(service, '/primes?upTo=1000')) === 200,
    () => `the service does not answer: ${service.output()}`,
  );

describe('the Redis of a queue', { skip: redis ? false : NO_REDIS }, () => {
  if (!redis) return;
  after(() => redis.end());
  const REDIS_URL = redis.url;
  const served = serviceOf(folder, { ...ENV, REDIS_URL, JOB_KEPT_S: '1' });

  it('causes refusals of requests and jobs while it hangs, and none afterwards', async () => {
    const service = served();
    const { id } = json(await send(service.origin, '/jobs?upTo=10', 'POST'));
    redis.pause();
    try {
      const sent = [
        ...Array.from({ length: 40 }, () => statusOf(service, '/primes?upTo=10')),
        statusOf(service, `/jobs/${id}`),
        statusOf(service, `/jobs/${id}`, 'DELETE'),
        statusOf(service, '/jobs?upTo=10', 'POST'),
      ];
      assert.deepEqual(new Set(await Promise.all(sent)), new Set([503]));
    } finally {
      redis.resume();
    }
    await untilServed(service);
  });

  it('causes refusals while it has no free memory, and none afterwards', async () => {
    const service = served();
    await talk(REDIS_URL, (client) => client.config('SET', 'maxmemory', '1'));
    assert.equal(await statusOf(service, '/jobs?upTo=10', 'POST'), 503);
    assert.equal(await statusOf(service, '/primes?upTo=10'), 503);
    await talk(REDIS_URL, (client) => client.config('SET', 'maxmemory', '0'));
    await untilServed(service);
  });

  it('has memory for large answers and bodies after many of them', async (t) => {
    const service = await serve(t, { REDIS_URL, WORKLOAD: 'payload' });
    const setMemory = (limit: string) =>
      talk(REDIS_URL, (client) => client.config('SET', 'maxmemory', limit));
    t.after(() => setMemory('0'));
    await setMemory('40mb');
    const body = Buffer.alloc(2 ** 20, 97);
    const download = () => statusOf(service, `/payload?in=0&out=${2 ** 20}&as=octets`);
    const upload = async () =>
      (await fetch(`${service.origin}/payload?in=${2 ** 20}&out=0`, { method: 'POST', body })).status;
    // On a busy machine, Redis may answer too late. If it has no memory left, it refuses every later request, too.
    for (let sent = 0; sent < 40; sent++)
      for (const ask of [download, upload])
        await until(
          async () => (await ask()) === 200,
          () => `request ${sent} is refused for good`,
        );
  });

  it('removes a finished job after its time, even if no other job ends', async () => {
    const { id } = json(await send(served().origin, '/jobs?upTo=10', 'POST'));
    const keysOfIt = () => talk(REDIS_URL, (client) => client.keys(`*${id}*`));
    assert.equal((await keysOfIt()).length > 0, true);
    await until(async () => (await keysOfIt()).length === 0, 'the job is still there');
  });

  it('is used after a failover to another server at its address', async (t) => {
    const other = await ownRedis();
    assert.ok(other);
    t.after(other.end);
    let target = REDIS_URL;
    const relay = createServer((client) => {
      const server = connect(Number(new URL(target).port), '127.0.0.1');
      client.pipe(server).pipe(client);
      for (const [socket, peer] of [
        [client, server],
        [server, client],
      ] as const)
        socket.on('error', () => {}).once('close', () => peer.destroy());
    });
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
    t.after(() => relay.close());
    const { port } = relay.address() as AddressInfo;
    const service = await serve(t, { REDIS_URL: `redis://127.0.0.1:${port}` });
    await untilServed(service);
    // Connections to the old server stay open; it takes no writes from now on.
    target = other.url;
    t.after(() => talk(REDIS_URL, (client) => client.replicaof('NO', 'ONE')));
    await talk(REDIS_URL, (client) => client.replicaof('127.0.0.1', Number(new URL(other.url).port)));
    await sleep(100);
    await untilServed(service);
  });
});
