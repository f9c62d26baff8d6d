import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { endContestant, spawnContestant, until } from '@cpu-bound/conformance';

it('exits with 0 and without output at a SIGTERM while its threads load', async (t) => {
  const service = await spawnContestant(join(import.meta.dirname, '..'), {
    WORKLOAD: join(import.meta.dirname, 'fixtures/loads-for-ever.ts'),
  });
  t.after(() => endContestant(service));
  await until(
    () => service.output() === 'loading\nloading\n',
    () => `its threads do not load: ${service.output()}`,
  );
  service.child.kill('SIGTERM');
  assert.equal(await service.ended, 0, service.output());
  assert.equal(service.output(), 'loading\nloading\n');
});
