import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { endContestant, startContestant } from '@cpu-bound/conformance';

it('answers several requests with the same octets of the workload', async () => {
  const service = await startContestant(join(import.meta.dirname, '..'), {
    WORKERS: '1',
    WORKLOAD: join(import.meta.dirname, 'fixtures/kept-octets.ts'),
  });
  try {
    for (let request = 0; request < 4; request++) {
      const response = await fetch(`${service.origin}/kept`);
      const body = new Uint8Array(await response.arrayBuffer());
      assert.deepEqual([response.status, body.length, body.at(-1)], [200, 300_000, 120]);
    }
    assert.equal(service.output(), '', 'a thread ended');
  } finally {
    await endContestant(service);
  }
});
