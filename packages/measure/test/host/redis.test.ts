import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Guard } from '../../src/host/guard.ts';
import { freePlace } from '../../src/host/launch.ts';
import { findRedis, redisSources } from '../../src/host/redis/find.ts';
import { type RunningRedis, talk } from '../../src/host/redis/redis.ts';
import type { Persistence } from '../../src/model.ts';

const composeFile = join(import.meta.dirname, '../../../../docker-compose.yml');

describe('a Redis that the bench has started', () => {
  let folder: string;
  let running: RunningRedis;
  const watched: { pid: number; name: string }[] = [];
  const guard: Guard = {
    watchContainer() {},
    watchProcess: (pid, name) => watched.push({ pid, name }),
    watchFolder() {},
    watchDatabase() {},
    watchQueues() {},
  };
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'own-redis-'));
    const sources = redisSources(composeFile, guard);
    running = await findRedis(sources.filter(({ id }) => id !== 'REDIS_URL'));
  });
  after(async () => {
    await running.stop();
    await rm(folder, { recursive: true });
  });

  it('comes back on its port after a kill, empty, and under guard again', async (test) => {
    const { url, restart, another, source } = running;
    if (!restart || !another) return test.skip(`${source} is no program of this machine`);
    const pid = async () => {
      const info = await talk(url, (client) => client.info('server'));
      return Number(/process_id:(\d+)/.exec(info)?.[1]);
    };
    await talk(url, (client) => client.set('kept', 'yes'));
    const first = await pid();
    await restart(50);
    const second = await pid();
    assert.notEqual(second, first);
    assert.equal(await talk(url, (client) => client.get('kept')), null);
    const { port: name } = new URL(url);
    assert.deepEqual(watched, [
      { pid: first, name },
      { pid: second, name },
    ]);
  });

  it('is left unchanged if it is the user’s, and its eviction is reported', async (t) => {
    const { url } = running;
    const before = process.env.REDIS_URL;
    t.after(() => {
      if (before === undefined) delete process.env.REDIS_URL;
      else process.env.REDIS_URL = before;
    });
    process.env.REDIS_URL = url;
    const theirs = redisSources(composeFile, guard).filter(({ id }) => id === 'REDIS_URL');
    await talk(url, (client) => client.config('SET', 'maxmemory-policy', 'allkeys-lru'));
    const found = await findRedis(theirs);
    assert.match(found.checks.map(({ detail }) => detail).join(), /maxmemory-policy is allkeys-lru/);
    await talk(url, (client) => client.config('SET', 'maxmemory-policy', 'noeviction'));
    assert.deepEqual((await findRedis(theirs)).checks, []);
    const { queueName } = await freePlace();
    await talk(url, (client) =>
      client.mset('theirs', '1', 'bull:bench-theirs:id', '1', `bull:${queueName}:id`, '1'),
    );
    await found.stop();
    const keys = await talk(url, (client) => client.keys('*'));
    assert.deepEqual(keys.toSorted(), ['bull:bench-theirs:id', 'theirs']);
  });

  const left: readonly (readonly [Persistence, string | null])[] = [
    ['off', null],
    ['everysec', 'here'],
    ['always', 'here'],
  ];
  for (const [persistence, expected] of left) {
    it(`starts another one with appendfsync ${persistence}, which has ${expected ?? 'nothing'} after a kill, and leaves no data`, async (test) => {
      const redis = await running.another?.(persistence, folder);
      if (!redis) return test.skip(`${running.source} is no program of this machine`);
      try {
        await talk(redis.url, (client) => client.set('where', 'here'));
        await redis.restart(0);
        assert.equal(await talk(redis.url, (client) => client.get('where')), expected);
      } finally {
        await redis.stop();
      }
      assert.deepEqual(await readdir(folder), []);
    });
  }
});
