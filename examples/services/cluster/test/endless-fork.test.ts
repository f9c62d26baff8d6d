import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startSlow, until } from './start.ts';

it('ends the fork of an endless task, and goes on serving', async (context) => {
  const { origin } = await startSlow(context, { TASK_TIMEOUT_MS: '500' });
  await assert.rejects(fetch(`${origin}/slow?ms=600000`), 'its connection breaks with the fork');
  await until(async () => {
    const { ok } = await fetch(`${origin}/slow?ms=1`).catch(() => ({ ok: false }));
    return ok;
  });
});
