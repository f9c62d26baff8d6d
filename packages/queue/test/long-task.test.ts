import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { json, send, startForTest, TROUBLE, watchTask } from '@cpu-bound/conformance';

/** The task takes longer than a lock lasts, and than the check for lost locks. */
const LONG_MS = 4_000;

it('computes a task once if it takes longer than its lock lasts, although another worker is free', async (t) => {
  const service = await startForTest(t, join(import.meta.dirname, '..'), { WORKLOAD: TROUBLE });
  const task = watchTask(t);
  const reply = await send(service.origin, `/primes?${task.query}&blockMs=${LONG_MS}`);
  assert.equal(json(reply).count, 4);
  const { body } = await send(service.origin, '/metrics');
  assert.match(body, /^queue_jobs_retaken_total 0$/m);
  assert.equal(task.begun(), 1);
});
