import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import {
  holdTask,
  json,
  pendingRequests,
  start,
  startForTest,
  TROUBLE,
  until,
  type WatchedTask,
  watchTask,
} from '@cpu-bound/conformance';

it('computes no waiting task of a client that left, even while the running one has no client either', async (t) => {
  const env = { WORKERS: '1', WORKLOAD: TROUBLE };
  const { origin } = await startForTest(t, join(import.meta.dirname, '..'), env);
  const untilPending = (requests: number) =>
    until(
      async () => (await pendingRequests(origin)) === requests,
      () => `the service never has ${requests} requests`,
    );
  const askAndLeave = async ({ query }: WatchedTask, accepted: () => Promise<void>) => {
    const { leave } = start(origin, `/primes?${query}`);
    await accepted();
    await leave();
    await untilPending(0);
  };

  const [running, left] = [holdTask(t), watchTask(t)];
  await askAndLeave(running, () => running.untilBegun(1));
  for (let client = 0; client < 5; client++) await askAndLeave(left, () => untilPending(1));
  const stays = start(origin, '/primes?upTo=10');
  await untilPending(1);
  running.release();
  assert.equal(json(await stays.reply).count, 4);
  assert.equal(left.begun(), 0);
});
