import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import {
  endContestant,
  holdTask,
  json,
  type Started,
  send,
  startContestant,
  TROUBLE,
  until,
} from '@cpu-bound/conformance';

const folder = join(import.meta.dirname, '..');

/** Starts the service on a folder of its own, which several services of one test may use one after the other. */
async function queueFolder(t: TestContext) {
  const QUEUE_FOLDER = await mkdtemp(join(tmpdir(), 'queue-files-test-'));
  t.after(() => rm(QUEUE_FOLDER, { recursive: true, force: true, maxRetries: 10 }));
  return async (environment: Record<string, string> = {}) => {
    const service = await startContestant(folder, { ...environment, QUEUE_FOLDER, QUEUE_NAME: 'kept' });
    t.after(() => endContestant(service));
    return service;
  };
}

async function accept({ origin }: Started, query: string): Promise<string> {
  const accepted = await send(origin, `/jobs?${query}`, 'POST');
  assert.equal(accepted.status, 202, accepted.body);
  return String(accepted.headers.location);
}

async function untilEnded({ origin }: Started, location: string) {
  let job = json(await send(origin, location));
  await until(
    async () => {
      job = json(await send(origin, location));
      return ['completed', 'failed'].includes(job.state);
    },
    () => `${location}: ${job.state}`,
  );
  return job;
}

describe('jobs in files', () => {
  it('computes an accepted job, and answers 404 to an unknown one', async (t) => {
    const service = await (await queueFolder(t))();
    const { state, result } = await untilEnded(service, await accept(service, 'upTo=100000'));
    assert.deepEqual([state, result.count], ['completed', 9_592]);
    for (const id of [crypto.randomUUID(), '..%2f..%2fkept'])
      assert.equal((await send(service.origin, `/jobs/${id}`)).status, 404, id);
  });

  it('retries a failing job, and reports the reason', async (t) => {
    const service = await (await queueFolder(t))({ WORKLOAD: TROUBLE });
    const { state, failedReason } = await untilEnded(
      service,
      await accept(service, 'upTo=10&trouble=throws'),
    );
    assert.deepEqual([state, failedReason], ['failed', 'a fault of the kernel']);
  });

  it('completes after a kill the jobs that were accepted before', async (t) => {
    const start = await queueFolder(t);
    const first = await start({ WORKLOAD: TROUBLE, WORKERS: '2' });
    const held = holdTask(t); // no job is taken or ends at the kill: the library loses such a one
    const locations: string[] = [];
    for (let count = 0; count < 20; count++) locations.push(await accept(first, held.query));
    await held.untilBegun(2);
    first.child.kill('SIGKILL');
    await first.ended;
    held.release();
    const second = await start({ WORKLOAD: TROUBLE, WORKERS: '2' });
    for (const location of locations)
      assert.equal((await untilEnded(second, location)).result.count, 4, location);
  });
});
