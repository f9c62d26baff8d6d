import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { endContestant, send, startContestant } from '@cpu-bound/conformance';

it('counts computing alone towards the time limit of a task, and not its wait for a thread that is being replaced', async () => {
  const service = await startContestant(join(import.meta.dirname, '..'), {
    WORKERS: '1',
    WORKLOAD: join(import.meta.dirname, 'fixtures/slow-to-load.ts'),
    TASK_TIMEOUT_MS: '500',
    LOG_LEVEL: 'silent',
  });
  try {
    const crash = await send(service.origin, '/primes?upTo=10&crash=true');
    assert.equal(crash.status, 500);
    const replies = await Promise.all([1, 2, 3].map(() => send(service.origin, '/primes?upTo=10')));
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 200],
    );
  } finally {
    await endContestant(service);
  }
});
