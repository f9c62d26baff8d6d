import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { ask, computedIn, holdTask, send, startForTest, TROUBLE, until } from '@cpu-bound/conformance';

it('the service exits with 1, and breaks the connection of a request, if its only fork dies during the stop', async (t) => {
  const service = await startForTest(t, join(import.meta.dirname, '..'), {
    WORKERS: '1',
    WORKLOAD: TROUBLE,
    LOG_LEVEL: 'info',
  });
  const held = holdTask(t);
  const { pid } = computedIn(await send(service.origin, '/primes?upTo=10'));
  const exchange = ask(`${service.origin}/primes?${held.query}`);
  await held.untilBegun(1);
  service.child.kill('SIGTERM');
  await until(() => service.output().includes('"stopping"'), 'it does not stop');
  process.kill(pid, 'SIGKILL');
  assert.equal((await exchange).outcome, 'ECONNRESET');
  assert.equal(await service.ended, 1, service.output());
});
