import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Guard } from '../../src/host/guard.ts';
import { fromPath } from '../../src/host/redis/binary.ts';
import { fetchedBefore, fromDebian } from '../../src/host/redis/debian.ts';
import { talk } from '../../src/host/redis/redis.ts';

it('a Redis that is killed comes back on its port, empty, and under guard again', async (t) => {
  const watched: { pid: number; name: string }[] = [];
  const guard: Guard = {
    watchContainer: () => {},
    watchProcess: (pid, name) => watched.push({ pid, name }),
    watchFolder: () => {},
    watchDatabase: () => {},
  };
  const redis = await fromPath(guard)
    .start()
    .catch(() => fetchedBefore(guard).start())
    .catch(() => fromDebian(guard).start())
    .catch(() => undefined);
  if (!redis?.restart) return t.skip('no Redis binary here');
  try {
    const pid = async () => {
      const info = await talk(redis.url, (client) => client.info('server'));
      return Number(/process_id:(\d+)/.exec(info)?.[1]);
    };
    await talk(redis.url, (client) => client.set('kept', 'yes'));
    const before = await pid();
    await redis.restart(50);
    const after = await pid();
    assert.notEqual(after, before);
    assert.equal(await talk(redis.url, (client) => client.get('kept')), null);
    const { port } = new URL(redis.url);
    assert.deepEqual(watched, [
      { pid: before, name: port },
      { pid: after, name: port },
    ]);
  } finally {
    await redis.stop();
  }
});
