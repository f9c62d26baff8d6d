import assert from 'node:assert/strict';
import { it } from 'node:test';
import { slow, startSlow } from './start.ts';

it('stops an endless task, answers 504, and goes on serving', async (context) => {
  const { origin } = await startSlow(context, { TASK_TIMEOUT_MS: '2000' });
  assert.equal((await slow(origin, 600_000)).status, 504);
  assert.equal((await slow(origin, 1)).status, 200);
});
