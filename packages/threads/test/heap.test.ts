import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { computedIn, send, startForTest, TROUBLE } from '@cpu-bound/conformance';

it('fails a task that runs out of heap, and goes on serving in the same process', async (t) => {
  const service = await startForTest(t, join(import.meta.dirname, '..'), {
    WORKLOAD: TROUBLE,
    THREADS_HEAP_MB: '64',
    TASK_TIMEOUT_MS: '60000',
  });
  assert.equal((await send(service.origin, '/primes?upTo=10&trouble=hoards')).status, 500);
  assert.match(service.output(), /a thread ended/);
  assert.doesNotMatch(service.output(), /"threadId":-1/); // -1 is the id of an ended thread
  const { output, pid } = computedIn(await send(service.origin, '/primes?upTo=1000'));
  assert.deepEqual([output.count, pid], [168, service.child.pid]);
});
