import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  endContestant,
  json,
  metric,
  type Started,
  send,
  startContestant,
  until,
} from '@cpu-bound/conformance';
import { startProcess } from './own-process.ts';
import { NO_REDIS, ownRedis, talk } from './own-redis.ts';

const folder = join(import.meta.dirname, '..');
const REDIS_URL = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379';

/** A request and a job, there and back. */
async function serves({ origin }: Started): Promise<void> {
  const reply = await send(origin, '/primes?upTo=1000');
  assert.deepEqual([reply.status, json(reply).count], [200, 168]);
  const job = await send(origin, '/jobs?upTo=1000', 'POST', { Prefer: 'wait=20' });
  assert.deepEqual([job.status, json(job).result?.count], [202, 168], job.body);
}

/** Starts it for as long as `use` takes. */
async function withService(env: Record<string, string>, use: (service: Started) => Promise<void>) {
  const service = await startContestant(folder, { WORKERS: '1', LOG_LEVEL: 'error', ...env });
  try {
    await use(service);
  } finally {
    await endContestant(service);
  }
}

it('counts the workers of its own database, and of its own queue', async () => {
  const QUEUE_NAME = `two-${crypto.randomUUID()}`;
  const url = (database: number) => Object.assign(new URL(REDIS_URL), { pathname: `/${database}` }).href;
  const workersOf = async ({ origin }: Started) =>
    metric((await send(origin, '/metrics')).body, /^queue_workers /);
  await withService({ QUEUE_NAME, REDIS_URL: url(0), WORKERS: '2' }, (first) =>
    withService({ QUEUE_NAME, REDIS_URL: url(1), WORKERS: '1' }, (second) =>
      withService({ REDIS_URL: url(0), WORKERS: '1' }, async (other) => {
        await sleep(1_000); // those that must not be counted have been seen by then
        let seen: number[] = [];
        await until(
          async () => {
            seen = await Promise.all([first, second, other].map(workersOf));
            return isDeepStrictEqual(seen, [2, 1, 1]);
          },
          () => `${seen}`,
        );
      }),
    ),
  );
});

const redis = await ownRedis();

describe('a Redis of several', { skip: redis ? false : NO_REDIS }, () => {
  if (!redis) return;
  after(() => redis.end());

  it('may keep a user to the keys and channels of its prefix, and without what is dangerous', async () => {
    const rules = ['on', '>secret', '~team:*', '&team:*', '+@all', '-@admin', '-@dangerous', '+info'];
    await talk(redis.url, (client) => client.call('ACL', 'SETUSER', 'team', ...rules));
    const url = Object.assign(new URL(redis.url), { username: 'team' }).href;
    const env = { REDIS_URL: url, REDIS_PASSWORD: 'secret', REDIS_PREFIX: 'team', LOG_LEVEL: 'debug' };
    await withService({ ...env, WORKLOAD: 'payload' }, async (service) => {
      const body = Buffer.alloc(400_000, 97);
      for (const path of ['/payload', '/jobs']) {
        const url = `${service.origin}${path}?in=400000&out=400000&as=json`;
        const { status } = await fetch(url, { method: 'POST', body, headers: { Prefer: 'wait=20' } });
        assert.equal(status, path === '/jobs' ? 202 : 200);
      }
      const keys = await talk(redis.url, (client) => client.keys('*'));
      assert.ok(keys.length > 0 && keys.every((key) => key.startsWith('team:')), keys.join(' '));
      assert.doesNotMatch(service.output(), /NOPERM/);
    });
    await withService(env, serves);
    const denied = await talk(redis.url, (client) => client.call('ACL', 'LOG'));
    assert.deepEqual(denied, [], 'Redis has denied it something');
  });

  it('may have failed over: whoever answers at its address from then on is used', async () => {
    const other = await ownRedis();
    assert.ok(other);
    let target = redis.url;
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
    try {
      const { port } = relay.address() as AddressInfo;
      const env = { REDIS_URL: `redis://127.0.0.1:${port}`, LOG_LEVEL: 'info' };
      await withService(env, async (service) => {
        await serves(service);
        // Connections to the old server stay open; it takes no writes from now on.
        target = other.url;
        await talk(redis.url, (client) => client.replicaof('127.0.0.1', Number(new URL(other.url).port)));
        await until(
          () => service.output().includes('Redis is back'),
          () => `it does not see the other: ${service.output()}`,
        );
        // Each of its connections leads there a little later.
        await until(
          () =>
            serves(service).then(
              () => true,
              () => false,
            ),
          () => `it does not serve on: ${service.output()}`,
        );
        await serves(service);
      });
    } finally {
      relay.close();
      await talk(redis.url, (client) => client.replicaof('NO', 'ONE'));
      await other.end();
    }
  });
});

/** A certificate of our own for 127.0.0.1, where OpenSSL is on the machine and Redis was built with TLS. */
async function secureRedis() {
  const place = await mkdtemp(join(tmpdir(), 'certificate-'));
  const [key, certificate] = [join(place, 'key.pem'), join(place, 'certificate.pem')];
  try {
    execFileSync(
      'openssl',
      [
        ...'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1'.split(' '),
        ...['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate],
      ],
      { stdio: 'ignore' },
    );
  } catch {
    return { skip: 'no openssl makes a certificate here', place };
  }
  const server = await ownRedis({ tls: { key, certificate } });
  return server ? { server, certificate, place } : { skip: 'no Redis with TLS can be started here', place };
}

describe('a Redis behind TLS', async () => {
  const { server, certificate = '', skip = false, place } = await secureRedis();
  after(async () => {
    await server?.end();
    await rm(place, { recursive: true, force: true });
  });

  it('is used where its certificate is trusted', { skip }, async () => {
    await withService({ REDIS_URL: server?.url ?? '', NODE_EXTRA_CA_CERTS: certificate }, serves);
  });
  it('is not used where it is not, and the log says why', { skip }, async () => {
    const env = { REDIS_URL: server?.url ?? '', WORKERS: '0' };
    const service = await startProcess('main.ts', { env, until: /self-signed certificate/ });
    await service.end();
  });
});
