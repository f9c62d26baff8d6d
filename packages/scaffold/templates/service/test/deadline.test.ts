import assert from 'node:assert/strict';
import { it } from 'node:test';
import { slow, startSlow } from './start.ts';

it('answers 504 to a request that waits behind other tasks until its deadline, and goes on serving', async (context) => {
  const { origin } = await startSlow(context, { REQUEST_TIMEOUT_MS: '200' });
  const crowd = Array.from({ length: 5 }, async () => (await slow(origin, 300)).status);
  const statuses = await Promise.all(crowd);
  assert.ok(statuses.includes(504), String(statuses));
  assert.equal((await slow(origin, 1)).status, 200);
});
