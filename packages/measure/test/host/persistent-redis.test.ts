import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { findRedis, redisSources } from '../../src/host/redis/find.ts';
import { type RunningRedis, talk } from '../../src/host/redis/redis.ts';
import type { Persistence } from '../../src/model.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');

describe('a Redis of one service alone', () => {
  let folder: string;
  let running: RunningRedis;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'own-redis-'));
    // It dies with its test: nobody else has to know what it starts.
    const guard = { watchProcess() {}, watchFolder() {}, watchContainer() {}, watchDatabase() {} };
    const sources = redisSources(join(root, 'docker-compose.yml'), guard);
    running = await findRedis(sources.filter(({ id }) => id !== 'REDIS_URL'));
  });
  after(async () => {
    await running.stop();
    await rm(folder, { recursive: true });
  });

  const left: readonly (readonly [Persistence, string | null])[] = [
    ['off', null],
    ['everysec', 'here'],
    ['always', 'here'],
  ];
  for (const [persistence, expected] of left) {
    it(`with its file ${persistence} has ${expected ?? 'nothing'} after a kill, and leaves no data behind`, async (test) => {
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
