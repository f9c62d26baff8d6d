import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startSlow } from './start.ts';

it('stops a task that does not end, answers 504, and serves on', async (context) => {
  const { origin } = await startSlow(context, { TASK_TIMEOUT_MS: '2000' });
  assert.equal((await fetch(`${origin}/slow?ms=600000`)).status, 504);
  assert.equal((await fetch(`${origin}/slow?ms=1`)).status, 200);
});
