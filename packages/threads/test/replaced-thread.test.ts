import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { endContestant, send, startContestant } from '@cpu-bound/conformance';

const start = (workload: string, env: Record<string, string> = {}) =>
  startContestant(join(import.meta.dirname, '..'), {
    WORKERS: '1',
    WORKLOAD: join(import.meta.dirname, 'fixtures', workload),
    LOG_LEVEL: 'silent',
    ...env,
  });
const statuses = async (origin: string, ...queries: string[]) =>
  (await Promise.all(queries.map((query) => send(origin, `/primes?upTo=10${query}`)))).map(
    ({ status }) => status,
  );

describe('a request that waits for a thread to be replaced', () => {
  it('has the time limit of a task from when it is computed', async () => {
    const service = await start('slow-to-load.ts', { TASK_TIMEOUT_MS: '1000' });
    try {
      assert.deepEqual(await statuses(service.origin, '&crash=true'), [500]);
      assert.deepEqual(await statuses(service.origin, '', '', ''), [200, 200, 200]);
    } finally {
      await endContestant(service);
    }
  });

  it('is answered by the next thread, where that one ends while it loads', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'replaced-'));
    const ENDS_ONCE = join(folder, 'once');
    const service = await start('ends-while-loading.ts', { ENDS_ONCE });
    try {
      writeFileSync(ENDS_ONCE, '');
      assert.deepEqual(await statuses(service.origin, '&crash=true'), [500]);
      assert.deepEqual(await statuses(service.origin, '', '', ''), [200, 200, 200]);
      assert.ok(!existsSync(ENDS_ONCE), 'a thread has ended while it loaded');
    } finally {
      await endContestant(service);
      rmSync(folder, { recursive: true });
    }
  });
});
