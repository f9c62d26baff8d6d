import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { ask, endContestant, startContestant } from '@cpu-bound/conformance';

const folder = join(import.meta.dirname, '..');

for (const variant of ['os-scheduling', 'reuse-port']) {
  it(`stops a task that does not end, whoever deals out the connections (${variant})`, async () => {
    const service = await startContestant(`${folder}:${variant}`, {
      WORKLOAD: join(folder, '../conformance/fixtures/trouble.ts'),
      TASK_TIMEOUT_MS: '500',
      LOG_LEVEL: 'silent',
    });
    try {
      const { outcome } = await ask(`${service.origin}/primes?upTo=10&trouble=endless`);
      assert.equal(outcome, 'ECONNRESET');
    } finally {
      await endContestant(service);
    }
  });
}
