import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { startForTest } from '@cpu-bound/conformance';

it('answers several requests with the same octets of the workload', async (t) => {
  const service = await startForTest(t, join(import.meta.dirname, '..'), {
    WORKERS: '1',
    WORKLOAD: join(import.meta.dirname, 'fixtures/kept-octets.ts'),
  });
  for (let request = 0; request < 4; request++) {
    const response = await fetch(`${service.origin}/kept`);
    const body = new Uint8Array(await response.arrayBuffer());
    assert.deepEqual([response.status, body.length, body.at(-1)], [200, 300_000, 120]);
  }
  assert.equal(service.output(), '', 'a thread ended');
});
