import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { endContestant, startContestant } from '@cpu-bound/conformance';

it('answers again and again from octets that the workload keeps', async () => {
  const service = await startContestant(join(import.meta.dirname, '..'), {
    WORKERS: '1',
    WORKLOAD: join(import.meta.dirname, 'fixtures/kept-octets.ts'),
  });
  try {
    for (let asked = 0; asked < 4; asked++) {
      const response = await fetch(`${service.origin}/kept`);
      const body = new Uint8Array(await response.arrayBuffer());
      assert.deepEqual([response.status, body.length, body.at(-1)], [200, 300_000, 120]);
    }
    assert.equal(service.output(), '', 'no thread ended');
  } finally {
    await endContestant(service);
  }
});
