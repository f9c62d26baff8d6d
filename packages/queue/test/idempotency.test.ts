import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { endContestant, json, type Started, send, startContestant, TROUBLE } from '@cpu-bound/conformance';

const TIMES = 150;

describe('requests with one Idempotency-Key', () => {
  let service: Started;
  before(async () => {
    // The only worker is kept busy, so that every job waits.
    const env = { WORKLOAD: TROUBLE, WORKERS: '1', LOG_LEVEL: 'error' };
    service = await startContestant(join(import.meta.dirname, '..'), env);
    // It gets many endless jobs, because each is stopped at its time limit.
    for (let kept = 0; kept < 100; kept++)
      await send(service.origin, '/jobs?upTo=10&trouble=endless', 'POST');
  });
  after(() => endContestant(service));
  const post = (key: string) => send(service.origin, '/jobs?upTo=1000', 'POST', { 'Idempotency-Key': key });

  it('get the same job, also when many come at once', async () => {
    for (let time = 0; time < 20; time++) {
      const replies = await Promise.all(Array.from({ length: 8 }, () => post(`same-${time}`)));
      assert.deepEqual([...new Set(replies.map(({ status }) => status))], [202]);
      assert.equal(new Set(replies.map((reply) => json(reply).id)).size, 1);
    }
  });

  it('are never refused during a DELETE, and get an existing job after it', async () => {
    let after = 0;
    for (let time = 0; time < TIMES; time++) {
      const key = `raced-${time}`;
      const first = json(await post(key)).id;
      const [deleted, again] = await Promise.all([
        send(service.origin, `/jobs/${first}`, 'DELETE'),
        post(key),
      ]);
      assert.deepEqual([deleted.status, again.status], [204, 202]);
      const { id } = json(again);
      if (id === first) continue; // the POST came before the DELETE
      after++;
      assert.equal((await send(service.origin, `/jobs/${id}`)).status, 200, 'an accepted job is gone');
      assert.equal(json(await post(key)).id, id, 'the key does not mean the job that was accepted last');
    }
    assert.ok(after > 0, 'no POST came after its DELETE');
  });
});
