import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { computedTasks, endContestant, json, send, startContestant } from '@cpu-bound/conformance';

it('computes a task once if it takes longer than its lock lasts, although another worker is free', async () => {
  const service = await startContestant(join(import.meta.dirname, '..'), {
    WORKLOAD: join(import.meta.dirname, 'fixtures/long.ts'),
    WORKERS: '2',
    LOG_LEVEL: 'debug',
  });
  try {
    const reply = await send(service.origin, '/primes?upTo=1000');
    assert.equal(json(reply).count, 168);
    const { body } = await send(service.origin, '/metrics');
    assert.match(body, /^queue_jobs_retaken_total 0$/m);
    assert.equal(computedTasks(service), 1);
  } finally {
    await endContestant(service);
  }
});
