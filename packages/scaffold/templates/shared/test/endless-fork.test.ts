import assert from 'node:assert/strict';
import { it } from 'node:test';
import { slow, startSlow, until } from './start.ts';

it('ends the fork of an endless task, and goes on serving', async (context) => {
  const { origin } = await startSlow(context, { TASK_TIMEOUT_MS: '2000' });
  await assert.rejects(slow(origin, 600_000), 'its connection breaks with the fork');
  await until(async () => {
    const { ok } = await slow(origin, 1).catch(() => ({ ok: false }));
    return ok;
  });
});
