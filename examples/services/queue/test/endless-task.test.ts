import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startSlow } from './start.ts';

it('stops an endless task, answers 504, and goes on serving', async (context) => {
  const { origin } = await startSlow(context, { TASK_TIMEOUT_MS: '500' });
  assert.equal((await fetch(`${origin}/slow?ms=600000`)).status, 504);
  assert.equal((await fetch(`${origin}/slow?ms=1`)).status, 200);
});
