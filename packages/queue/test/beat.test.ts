import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createBeat } from '../src/beat.ts';
import { talk } from './own-redis.ts';

it('does not take the time that this process slept for a difference of the clocks', async (t) => {
  const url = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379';
  await talk(url, async (redis) => {
    const beat = createBeat(redis, { queue: '', prefix: '', key: (name) => `beat-test:${name}` });
    const { aheadMs } = await beat();
    const answer = beat();
    const now = Date.now;
    t.mock.method(Date, 'now', () => now() + 600_000); // as it is after the sleep, before the answer is read
    assert.equal((await answer).aheadMs, aheadMs);
  });
});
