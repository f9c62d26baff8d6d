import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { ask, computedTasks, endContestant, startContestant, until } from '@cpu-bound/conformance';

const WORKLOAD = join(import.meta.dirname, '../../conformance/fixtures/trouble.ts');
const SLOW = '/primes?upTo=10&blockMs=50';
const CROWD = 80;

it('lets a worker go that has a share of a backlog, and has another answer the rest of it', async () => {
  const folder = join(import.meta.dirname, '..');
  const queue = {
    QUEUE_NAME: `bounded-${crypto.randomUUID()}`,
    WORKLOAD,
    WORKERS: '1',
    LOG_LEVEL: 'debug',
    REQUEST_TIMEOUT_MS: '60000',
  };
  const [staying, leaving] = await Promise.all([
    startContestant(folder, queue),
    startContestant(folder, queue),
  ]);
  try {
    const answers = Array.from({ length: CROWD }, () => ask(`${staying.origin}${SLOW}`));
    await until(
      () => computedTasks(leaving) > 0,
      () => 'its worker has no share',
    );
    leaving.child.kill('SIGTERM'); // its worker with it; nothing was asked of this API process
    assert.equal(await leaving.ended, 0, leaving.output());
    assert.ok(computedTasks(leaving) < CROWD / 2, `it computed ${computedTasks(leaving)} of ${CROWD}`);
    for (const { outcome, body } of await Promise.all(answers))
      assert.equal(outcome, 200, `${body}\n${staying.output()}`);
  } finally {
    for (const service of [staying, leaving]) await endContestant(service);
  }
});
