import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { endContestant, json, type Started, send, startContestant } from '@cpu-bound/conformance';

const TIMES = 100;

describe('a job that is cancelled', () => {
  let service: Started;
  before(async () => {
    // One worker that is kept busy, so that every job waits.
    const WORKLOAD = join(import.meta.dirname, '../../conformance/fixtures/trouble.ts');
    service = await startContestant(join(import.meta.dirname, '..'), { WORKLOAD, WORKERS: '1' });
    for (let kept = 0; kept < 20; kept++) await send(service.origin, '/jobs?upTo=10&trouble=endless', 'POST');
  });
  after(() => endContestant(service));
  const post = (headers: Record<string, string> = {}) =>
    send(service.origin, '/jobs?upTo=1000', 'POST', headers);
  const ask = (id: string, method = 'GET') => send(service.origin, `/jobs/${id}`, method);

  it('is cancelled once, and is not there for whoever asks or cancels it at the same time', async () => {
    for (let time = 0; time < TIMES; time++) {
      const { id } = json(await post());
      const [one, other, look] = await Promise.all([ask(id, 'DELETE'), ask(id, 'DELETE'), ask(id)]);
      assert.deepEqual([one.status, other.status].sort(), [204, 404], `${one.body} ${other.body}`);
      if (look.status !== 404) assert.deepEqual([look.status, json(look).state], [200, 'waiting']);
    }
  });

  it('was accepted: whoever waits since bringing it has 202', async () => {
    const key = { 'Idempotency-Key': 'brought' };
    const waiting = post({ ...key, Prefer: 'wait=20' });
    const { id } = json(await post(key));
    assert.equal((await ask(id, 'DELETE')).status, 204);
    const { status, headers, body } = await waiting;
    assert.deepEqual([status, headers.location, JSON.parse(body).id], [202, `/jobs/${id}`, id]);
  });

  it('has no other state in the OpenAPI document than a client may see', async () => {
    const { paths } = json(await send(service.origin, '/openapi.json'));
    const { schema } = paths['/jobs/{id}'].get.responses['200'].content['application/json'];
    assert.deepEqual(schema.properties.state.enum, ['waiting', 'active', 'completed', 'failed']);
  });
});
