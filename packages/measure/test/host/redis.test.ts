import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { spawn } from '@cpu-bound/workload/test/child-process';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import type { Guard, Leftover } from '../../src/host/guard.ts';
import { freePlace } from '../../src/host/launch.ts';
import { findRedis, ownSources, redisSources } from '../../src/host/redis/find.ts';
import { type RedisSource, type RunningRedis, talk } from '../../src/host/redis/redis.ts';
import { fetched, fromContainer, fromPath, IMAGE } from '../../src/host/redis/start.ts';
import { run } from '../../src/host/run.ts';
import { Lacking } from '../../src/host/sources.ts';
import { readUsage } from '../../src/host/usage.ts';
import type { Persistence } from '../../src/model.ts';
import { recordingGuard } from '../fixtures/recording-guard.ts';

const NO_SERVICE = { server: [], idle: {} };
const SOURCES: Readonly<Record<string, (guard: Guard) => RedisSource>> = {
  'a program on the PATH': fromPath,
  "the distribution's package": fetched,
  'a container': fromContainer,
  'a container behind a proxy, as in a virtual machine': (guard) => fromContainer(guard, async () => false),
};

/** Starts from a source. @returns the reason if this machine lacks what the source needs; any other error is a fault */
const startedOrLacking = (source: RedisSource) =>
  source.start().catch((error: unknown) => {
    if (error instanceof Lacking) return error.message;
    throw error;
  });

/** Identifies the life of a server, which a restart ends: the process of a container always has the number 1. */
const lifeOf = async (url: string) =>
  /run_id:(\w+)/.exec(await talk(url, (redis) => redis.info('server')))?.[1];

const GUARD = fileURLToPath(new URL('../../src/host/guard-process.ts', import.meta.url));

/** Does what the guard of a killed bench does. */
async function afterKill(left: readonly Leftover[]): Promise<void> {
  const guard = spawn(process.execPath, [GUARD, 'no-process-has-this-mark'], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  guard.stdin.end(left.map((leftover) => `${JSON.stringify(leftover)}\n`).join(''));
  assert.deepEqual(await once(guard, 'exit'), [0, null]);
}

const volumes = async () =>
  (await run('docker', ['volume', 'ls', '--quiet']).catch(() => ({ stdout: '' }))).stdout;

for (const [name, sourceWith] of Object.entries(SOURCES)) {
  describe(`a Redis from ${name}`, () => {
    const { guard: recording, left } = recordingGuard();
    const folder = temporaryFolder();
    let volumesBefore: string;
    let running: Awaited<ReturnType<RedisSource['start']>> | string;
    before(async () => {
      volumesBefore = await volumes();
      running = await startedOrLacking(sourceWith(recording));
    });
    after(() => afterKill(left)); // ends whatever a failed test has left

    /** A test that is skipped, with the reason, where this machine lacks what the source needs. */
    const itStarts = (title: string, test: (redis: RunningRedis & { own: object }) => Promise<void>) =>
      it(title, async (context) => {
        if (typeof running === 'string') return context.skip(running);
        assert.ok(running.own);
        await test({ ...running, own: running.own, source: name, version: '' });
      });

    itStarts('comes back on its port after a kill, empty', async ({ url, own }) => {
      await talk(url, (client) => client.set('kept', 'yes'));
      const first = await lifeOf(url);
      await own.restart(50);
      assert.notEqual(await lifeOf(url), first);
      assert.equal(await talk(url, (client) => client.get('kept')), null);
    });

    itStarts('reports its CPU time and its memory', async ({ url }) => {
      const before = await readUsage(NO_SERVICE, url);
      await talk(url, (client) => client.eval('for i = 1, 1e6 do local x = i * i end', 0));
      const after = await readUsage(NO_SERVICE, url);
      assert.ok((after.redisCpu ?? 0) > (before.redisCpu ?? assert.fail('no CPU time')));
      assert.ok((after.redisRssBytes ?? 0) > 2 ** 20);
    });

    const kept: readonly (readonly [Persistence, string | null])[] = [
      ['off', null],
      ['everysec', 'here'],
      ['always', 'here'],
    ];
    for (const [persistence, expected] of kept) {
      itStarts(
        `starts another one with appendfsync ${persistence}, which has ${expected ?? 'nothing'} after a kill`,
        async ({ url, own }) => {
          const other = await own.another(persistence, folder);
          try {
            assert.notEqual(other.url, url);
            await talk(other.url, (client) => client.set('where', 'here'));
            await other.restart(0);
            assert.equal(await talk(other.url, (client) => client.get('where')), expected);
            await other.restart(0, 'SIGTERM');
            assert.equal(await talk(other.url, (client) => client.get('where')), expected);
          } finally {
            await other.stop();
          }
          assert.deepEqual(await readdir(folder), []);
          await assert.rejects(lifeOf(other.url));
        },
      );
    }

    itStarts('leaves nothing when it is stopped', async ({ url, stop }) => {
      await stop();
      await assert.rejects(lifeOf(url));
      assert.equal(await volumes(), volumesBefore);
      for (const leftover of left)
        if ('folder' in leftover) await assert.rejects(readdir(leftover.folder), /ENOENT/);
    });

    it('is ended with its data by the guard of a killed bench', async (context) => {
      if (typeof running === 'string') return context.skip(running);
      const killed = recordingGuard();
      const { url, own } = await sourceWith(killed.guard).start();
      const other = await own?.another('always', folder);
      assert.ok(other);
      await afterKill(killed.left);
      for (const gone of [url, other.url]) await assert.rejects(lifeOf(gone));
      assert.equal(await volumes(), volumesBefore);
      assert.deepEqual(await readdir(folder), []);
    });
  });
}

it('the image of a container is that of docker-compose.yml', () => {
  const compose = readFileSync(join(import.meta.dirname, '../../../../docker-compose.yml'), 'utf8');
  assert.match(compose, new RegExp(`\\n {4}image: ${IMAGE}(@|\\n)`));
});

describe('the Redis of a user, by REDIS_URL', () => {
  const { guard: recording } = recordingGuard();
  let theirs: RunningRedis;
  before(async () => {
    theirs = await findRedis(ownSources(recording));
  });
  after(() => theirs.stop());

  /** Sets REDIS_URL for a test, and returns the sources. */
  function sourcesWith(url: string, afterwards: (restore: () => void) => void): RedisSource[] {
    const { REDIS_URL } = process.env;
    process.env.REDIS_URL = url;
    afterwards(() => {
      if (REDIS_URL === undefined) delete process.env.REDIS_URL;
      else process.env.REDIS_URL = REDIS_URL;
    });
    return redisSources(recording);
  }

  it('is left unchanged, and its eviction is reported', async (t) => {
    const { url } = theirs;
    const sources = sourcesWith(url, (restore) => t.after(restore));
    await talk(url, (client) => client.config('SET', 'maxmemory-policy', 'allkeys-lru'));
    const found = await findRedis(sources);
    assert.equal(found.own, undefined);
    assert.match(found.checks.map(({ detail }) => detail).join(), /maxmemory-policy is allkeys-lru/);
    await talk(url, (client) => client.config('SET', 'maxmemory-policy', 'noeviction'));
    assert.deepEqual((await findRedis(sources)).checks, []);
    const { queueName } = await freePlace();
    await talk(url, (client) =>
      client.mset('theirs', '1', 'bull:bench-theirs:id', '1', `bull:${queueName}:id`, '1'),
    );
    await found.stop();
    const keys = await talk(url, (client) => client.keys('*'));
    assert.deepEqual(keys.toSorted(), ['bull:bench-theirs:id', 'theirs']);
  });

  for (const [title, url] of [
    ['does not answer', 'redis://:a-secret@127.0.0.1:1'],
    ['is no URL', 'localhost at 6379, a-secret'],
  ] as const)
    it(`is refused by name if it ${title}, and no other one replaces it`, async (t) => {
      const sources = sourcesWith(url, (restore) => t.after(restore));
      await assert.rejects(findRedis(sources), ({ message }: Error) => {
        assert.match(message, /^REDIS_URL: .*; accepted: redis:\/\/HOST:PORT.*Without REDIS_URL, the bench/s);
        assert.doesNotMatch(message, /a-secret/);
        return true;
      });
    });

  it('is refused by name if it is a Redis Cluster', async (t) => {
    // It answers every command as the server of a cluster answers INFO.
    const info = 'redis_version:7.0.0\r\ncluster_enabled:1';
    const server = createServer((socket) =>
      socket.on('data', (commands) => {
        for (const _command of `${commands}`.match(/^\*\d+\r$/gm) ?? [])
          socket.write(`$${info.length}\r\n${info}\r\n`);
      }),
    ).listen(0, '127.0.0.1');
    t.after(() => server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const sources = sourcesWith(`redis://127.0.0.1:${port}`, (restore) => t.after(restore));
    await assert.rejects(findRedis(sources), /^RefusedRedis: REDIS_URL: 127\.0\.0\.1:\d+ is a Redis Cluster/);
  });
});
