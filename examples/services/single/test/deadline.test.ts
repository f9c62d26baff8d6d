import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startSlow } from './start.ts';

it('answers 504 to what has waited until its deadline behind a long task', async (context) => {
  const { origin } = await startSlow(context, { REQUEST_TIMEOUT_MS: '200' });
  const first = fetch(`${origin}/slow?ms=1000`);
  const [, second] = await Promise.all([first, fetch(`${origin}/slow?ms=1`)]);
  const statuses = [(await first).status, second?.status];
  assert.ok(statuses.includes(504), String(statuses));
  assert.equal((await fetch(`${origin}/slow?ms=1`)).status, 200);
});
