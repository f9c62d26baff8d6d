import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  endContestant,
  json,
  type Started,
  send,
  startForTest,
  TROUBLE,
  until,
} from '@cpu-bound/conformance';

const folder = join(import.meta.dirname, '..');
const skip = process.env.DATABASE_URL ? false : 'no PostgreSQL here: DATABASE_URL is not set';

describe('jobs on pg-boss', { skip }, () => {
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

  for (const place of [folder, `${folder}:polling`])
    it(`computes accepted jobs, and answers waiting requests (${place.split('/').at(-1)})`, async (t) => {
      const service = await startForTest(t, place, {});
      const { state, attempts, result } = await untilEnded(service, await accept(service, 'upTo=100000'));
      assert.deepEqual([state, attempts, result.count], ['completed', 1, 9_592]);
      assert.equal(json(await send(service.origin, '/primes?upTo=10')).count, 4);
    });

  it('retries a failing job, and reports the reason and the attempts', async (t) => {
    const service = await startForTest(t, folder, { WORKLOAD: TROUBLE });
    const location = await accept(service, 'upTo=10&trouble=throws');
    const { state, attempts, failedReason } = await untilEnded(service, location);
    assert.deepEqual([state, attempts, failedReason], ['failed', 3, 'a fault of the kernel']);
  });

  it('completes after a kill the jobs that were accepted before', async (t) => {
    const QUEUE_NAME = `killed-${crypto.randomUUID()}`;
    const first = await startForTest(t, folder, { QUEUE_NAME });
    const locations: string[] = [];
    for (let count = 0; count < 20; count++) locations.push(await accept(first, 'upTo=1000000'));
    await endContestant(first);
    const second = await startForTest(t, folder, { QUEUE_NAME });
    // A running job of the killed worker is retried ten seconds after its last heartbeat.
    for (const location of locations) assert.equal((await untilEnded(second, location)).result.count, 78_498);
  });

  it('answers 404 to an unknown job', async (t) => {
    const { origin } = await startForTest(t, folder);
    assert.equal((await send(origin, `/jobs/${crypto.randomUUID()}`)).status, 404);
  });
});
