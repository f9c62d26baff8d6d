import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { json, send, serviceOf, TROUBLE } from '@cpu-bound/conformance';

const TIMES = 50;

describe('requests with one Idempotency-Key', () => {
  const env = { WORKLOAD: TROUBLE, WORKERS: '1', LOG_LEVEL: 'error' };
  const service = serviceOf(join(import.meta.dirname, '..'), env);
  const ask = (path: string, method?: string, headers?: Record<string, string>) =>
    send(service().origin, path, method, headers);
  // The only worker is kept busy, so that every job waits: each endless job is stopped at its time limit.
  before(async () => {
    for (let kept = 0; kept < 20; kept++) await ask('/jobs?upTo=10&trouble=endless', 'POST');
  });
  const post = (key: string) => ask('/jobs?upTo=1000', 'POST', { 'Idempotency-Key': key });

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
      const [deleted, again] = await Promise.all([ask(`/jobs/${first}`, 'DELETE'), post(key)]);
      assert.deepEqual([deleted.status, again.status], [204, 202]);
      const { id } = json(again);
      if (id === first) continue; // the POST came before the DELETE
      after++;
      assert.equal((await ask(`/jobs/${id}`)).status, 200, 'an accepted job is gone');
      assert.equal(json(await post(key)).id, id, 'the key does not mean the job that was accepted last');
    }
    assert.ok(after > 0, 'no POST came after its DELETE');
  });
});
