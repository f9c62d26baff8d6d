import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fromPath } from '../../../src/measure/host/redis/binary.ts';
import { fetchedBefore, fromDebian } from '../../../src/measure/host/redis/debian.ts';
import { talk } from '../../../src/measure/host/redis/redis.ts';

it('a Redis that is killed comes back on its port, empty', async (t) => {
  const redis = await fromPath
    .start()
    .catch(() => fetchedBefore.start())
    .catch(() => fromDebian.start())
    .catch(() => undefined);
  if (!redis?.restart) return t.skip('no Redis binary here');
  try {
    const pid = () =>
      talk(redis.url, async (client) => /process_id:(\d+)/.exec(await client.info('server'))?.[1]);
    await talk(redis.url, (client) => client.set('kept', 'yes'));
    const before = await pid();
    await redis.restart(50);
    assert.notEqual(await pid(), before);
    assert.equal(await talk(redis.url, (client) => client.get('kept')), null);
  } finally {
    await redis.stop();
  }
});
