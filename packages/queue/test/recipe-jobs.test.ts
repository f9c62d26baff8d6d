import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { endContestant, json, type Started, send, startContestant, until } from '@cpu-bound/conformance';

describe('accept and poll in plain BullMQ', () => {
  let service: Started;
  before(async () => {
    const WORKLOAD = join(import.meta.dirname, '../../conformance/fixtures/trouble.ts');
    service = await startContestant(`${join(import.meta.dirname, '..')}:recipe-jobs`, { WORKLOAD });
  });
  after(() => endContestant(service));

  async function untilEnded(query: string) {
    const accepted = await send(service.origin, `/jobs?${query}`, 'POST');
    assert.equal(accepted.status, 202, accepted.body);
    let job = json(accepted);
    await until(
      async () => {
        job = json(await send(service.origin, String(accepted.headers.location)));
        return ['completed', 'failed'].includes(job.state);
      },
      () => `${query}: ${job.state}`,
    );
    return job;
  }

  it('computes what was accepted, and has its result', async () => {
    const { state, attempts, result } = await untilEnded('upTo=100000');
    assert.deepEqual([state, attempts, result.count], ['completed', 1, 9_592]);
  });

  it('never says completed without the attempt and the result, however soon it is asked', async () => {
    for (let index = 0; index < 200; index++) {
      const { headers } = await send(service.origin, '/jobs?upTo=100', 'POST');
      for (let ended = false; !ended; ) {
        const looks = Array.from({ length: 8 }, () => send(service.origin, String(headers.location)));
        for (const { state, attempts, result } of (await Promise.all(looks)).map(json)) {
          if (state !== 'completed') continue;
          ended = true;
          assert.deepEqual([attempts, result.count], [1, 25], `job ${index}`);
        }
      }
    }
  });

  it('tries one that fails again, and says why and how often it did', async () => {
    const { state, attempts, failedReason } = await untilEnded('upTo=10&trouble=throws');
    assert.deepEqual([state, attempts, failedReason], ['failed', 3, 'a fault of the kernel']);
  });

  it('knows no other job', async () => {
    assert.equal((await send(service.origin, `/jobs/${crypto.randomUUID()}`)).status, 404);
  });
});
