import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import {
  computedIn,
  endContestant,
  holdTask,
  json,
  pendingRequests,
  send,
  spawnContestant,
  start,
  startForTest,
  TROUBLE,
  until,
  type WatchedTask,
  watchTask,
} from '@cpu-bound/conformance';

const folder = join(import.meta.dirname, '..');

it('exits with 0 and without output at a SIGTERM while its threads load', async (t) => {
  const service = await spawnContestant(folder, {
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

it('fails a task that runs out of heap, and goes on serving in the same process', async (t) => {
  const service = await startForTest(t, folder, {
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

it('answers several requests with the same octets of the workload', async (t) => {
  const service = await startForTest(t, folder, {
    WORKERS: '1',
    WORKLOAD: join(import.meta.dirname, 'fixtures/kept-octets.ts'),
  });
  for (let request = 0; request < 4; request++) {
    const response = await fetch(`${service.origin}/kept`);
    const body = new Uint8Array(await response.arrayBuffer());
    assert.deepEqual([response.status, body.length, body.at(-1)], [200, 300_000, 120]);
  }
  assert.equal(service.output(), '', 'a thread ended');
});

it('computes no waiting task of a client that left, even while the running one has no client either', async (t) => {
  const env = { WORKERS: '1', WORKLOAD: TROUBLE };
  const { origin } = await startForTest(t, folder, env);
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
