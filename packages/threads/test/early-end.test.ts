import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { endContestant, spawnContestant } from '@cpu-bound/conformance';

it('exits with 0 and without output at a SIGTERM while its threads load', async () => {
  const service = await spawnContestant(join(import.meta.dirname, '..'), {
    WORKLOAD: join(import.meta.dirname, 'fixtures/loads-for-ever.ts'),
  });
  try {
    while (service.output() !== 'loading\nloading\n' && service.child.exitCode === null) await sleep(5);
    service.child.kill('SIGTERM');
    assert.equal(await service.ended, 0, service.output());
    assert.equal(service.output(), 'loading\nloading\n');
  } finally {
    await endContestant(service);
  }
});
