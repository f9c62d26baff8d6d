import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  endContestant,
  holdTask,
  json,
  metric,
  type Started,
  send,
  startContestant,
  until,
} from '@cpu-bound/conformance';

const WORKLOAD = join(import.meta.dirname, '../../conformance/fixtures/trouble.ts');
const ENDLESS = '/jobs?upTo=10&trouble=endless';

const start = (env: Record<string, string> = {}) =>
  startContestant(join(import.meta.dirname, '..'), {
    WORKLOAD,
    WORKERS: '1',
    MAX_JOBS: '5',
    JOB_LOCK_MS: '30000', // however late its worker renews it
    LOG_LEVEL: 'error',
    ...env,
  });

describe('asynchronous jobs', () => {
  let service: Started;
  before(async () => {
    service = await start();
  });
  after(() => endContestant(service));

  const post = (query: string, key?: string) =>
    send(service.origin, `/jobs?${query}`, 'POST', key === undefined ? {} : { 'Idempotency-Key': key });
  const look = (id: string) => send(service.origin, `/jobs/${id}`);
  const cancel = (id: string) => send(service.origin, `/jobs/${id}`, 'DELETE');
  async function untilState(id: string, state: string) {
    let job = json(await look(id));
    await until(
      async () => {
        job = json(await look(id));
        return job.state === state;
      },
      () => `${id} is ${job.state} and not ${state}`,
    );
    return job;
  }

  it('accepts one with 202 and where to ask, and has the result there', async () => {
    const reply = await post('upTo=100000');
    assert.equal(reply.status, 202, reply.body);
    const { id } = json(reply);
    assert.equal(reply.headers.location, `/jobs/${id}`);
    const job = await untilState(id, 'completed');
    assert.deepEqual([job.result.count, job.result.largest], [9_592, 99_991]);
    assert.ok(Number.isInteger(job.result.worker.pid));
    const [acceptedAt, finishedAt] = [job.acceptedAt, job.finishedAt].map(Date.parse);
    assert.ok(Number(acceptedAt) <= Number(finishedAt) && Number(finishedAt) <= Date.now());
  });

  it('never says completed without the result, however soon it is asked', async () => {
    for (let index = 0; index < 150; index++) {
      const { id } = json(await post('upTo=100'));
      for (;;) {
        const job = json(await look(id));
        if (job.state !== 'completed') continue;
        assert.equal(job.result?.count, 25, `job ${index}: ${JSON.stringify(job)}`);
        break;
      }
    }
  });

  it('gives the same job for the same key, computed once', async () => {
    const first = json(await post('upTo=1000', 'again'));
    await untilState(first.id, 'completed');
    const second = await post('upTo=1000', 'again');
    assert.equal(second.status, 202);
    assert.deepEqual([json(second).id, json(second).state], [first.id, 'completed']);
  });

  it('calls it by an id that the key does not tell', async () => {
    const { id } = json(await post('upTo=1000', 'order-17'));
    assert.match(id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    for (const guess of ['order-17', 'job-order-17']) {
      assert.equal((await look(guess)).status, 404);
      assert.equal((await cancel(guess)).status, 404);
    }
  });

  it('refuses a key that was used with other parameters', async () => {
    await post('upTo=1000', 'mine');
    assert.equal((await post('upTo=2000', 'mine')).status, 422);
  });

  for (const key of ['', 'a:b', 'x'.repeat(65), '*', '../x']) {
    it(`refuses ${JSON.stringify(key.slice(0, 10))} as a key`, async () => {
      const reply = await post('upTo=10', key);
      assert.equal(reply.status, 400);
      assert.equal(json(reply).parameter, 'Idempotency-Key');
    });
  }

  it('refuses bad parameters before it accepts anything', async () => {
    assert.equal(json(await post('upTo=0')).parameter, 'upTo');
  });

  it('cancels one that waits, and no other', async () => {
    const held = holdTask();
    const running = json(await post(held.query));
    await untilState(running.id, 'active');
    const waiting = json(await post('upTo=1000'));
    assert.equal((await cancel(waiting.id)).status, 204);
    assert.equal((await look(waiting.id)).status, 404);
    assert.equal((await cancel(running.id)).status, 409);
    held.release();
    await untilState(running.id, 'completed');
    assert.equal((await cancel(running.id)).status, 409);
  });

  it('answers requests that wait before jobs that nobody waits for', async () => {
    const [first, second] = [holdTask(), holdTask()];
    const running = json(await post(first.query));
    await untilState(running.id, 'active');
    const waiting = json(await post(second.query));
    const request = send(service.origin, '/primes?upTo=1000');
    const isInRedis = async () =>
      metric((await send(service.origin, '/metrics')).body, /^queue_request_jobs /) === 1;
    await until(isInRedis, () => 'no job was made of the request');
    first.release();
    assert.equal((await request).status, 200, 'while the job that came before it would not end');
    second.release();
    for (const { id } of [running, waiting]) await untilState(id, 'completed');
  });

  it('refuses more than it lets wait', async () => {
    const held = holdTask();
    const replies = await Promise.all(Array.from({ length: 30 }, () => post(held.query)));
    const accepted = replies.filter(({ status }) => status === 202).length;
    assert.ok(
      accepted >= 5 && accepted <= 6,
      `${accepted} were accepted: five that wait, and one that is computed`,
    );
    assert.ok(replies.some(({ status, headers }) => status === 503 && Number(headers['retry-after']) > 0));
    for (const reply of replies.filter(({ status }) => status === 202)) await cancel(json(reply).id);
    held.release();
  });

  for (const id of [crypto.randomUUID(), 'job-unknown', '..%2Fx', '%2A', `job-${'x'.repeat(70)}`]) {
    it(`knows no job ${id.slice(0, 12)}`, async () => {
      assert.equal((await look(id)).status, 404);
      assert.equal((await cancel(id)).status, 404);
    });
  }

  it('is counted under its routes, without a series for each job', async () => {
    await look(json(await post('upTo=10')).id);
    const { body } = await send(service.origin, '/metrics');
    assert.match(body, /^http_requests_total\{route="\/jobs\/\{id\}",status="200"\}/m);
    assert.doesNotMatch(body, /route="\/jobs\/job-/);
  });

  it('says why one failed, and how often it was begun', async () => {
    const { id } = json(await post('upTo=10&trouble=throws'));
    const job = await untilState(id, 'failed');
    assert.deepEqual([job.failedReason, job.attempts], ['a fault of the kernel', 1]);
    assert.ok(Date.parse(job.finishedAt) >= Date.parse(job.acceptedAt));
  });

  it('answers who prefers to wait when the job has ended, and says that it did', async () => {
    const wait = { Prefer: 'respond-async, wait=20' };
    const held = holdTask();
    const { id } = json(await post(held.query));
    const waiting = Promise.all([
      send(service.origin, `/jobs/${id}`, 'GET', wait),
      send(service.origin, '/jobs?upTo=1000', 'POST', wait),
    ]);
    await sleep(100); // so that they wait when the job ends, on most machines
    held.release();
    const [ended, other] = await waiting;
    assert.deepEqual([ended.status, json(ended).state], [200, 'completed']);
    assert.deepEqual([other.status, json(other).result.count], [202, 168]);
    assert.equal(ended.headers['preference-applied'], 'wait=20');
    assert.equal((await look(id)).headers['preference-applied'], undefined);
  });

  it('answers who has waited for as long as it preferred with what is known then', async () => {
    const held = holdTask();
    const reply = await send(service.origin, `/jobs?${held.query}`, 'POST', { Prefer: 'wait=1' });
    assert.deepEqual([reply.headers['preference-applied'], json(reply).finishedAt], ['wait=1', undefined]);
    held.release();
    await untilState(json(reply).id, 'completed');
  });

  it('answers 404 to who waits for a job that is cancelled', async () => {
    const held = holdTask();
    const busy = json(await post(held.query));
    await untilState(busy.id, 'active');
    const { id } = json(await post('upTo=1000'));
    const waiting = send(service.origin, `/jobs/${id}`, 'GET', { Prefer: 'wait=20' });
    await sleep(100);
    assert.equal((await cancel(id)).status, 204);
    assert.equal((await waiting).status, 404);
    held.release();
    await untilState(busy.id, 'completed');
  });

  it('says which methods its routes have', async () => {
    const reply = await send(service.origin, '/jobs', 'GET');
    assert.deepEqual([reply.status, reply.headers.allow], [405, 'POST']);
    assert.equal((await send(service.origin, '/jobs/job-x', 'PUT')).headers.allow, 'GET, HEAD, DELETE');
  });

  it('describes itself in the OpenAPI document', async () => {
    const { paths } = json(await send(service.origin, '/openapi.json'));
    assert.deepEqual(Object.keys(paths['/jobs/{id}']), ['get', 'delete']);
    assert.deepEqual(Object.keys(paths['/jobs/{id}'].get.responses), ['200', '404', '503']);
    assert.ok(paths['/jobs'].post.responses['202']);
  });
});

describe('asynchronous jobs that do not end', () => {
  let service: Started;
  before(async () => {
    service = await start({ TASK_TIMEOUT_MS: '1500' });
  });
  after(() => endContestant(service));

  it('fails one that does not end, and does not try it again', async () => {
    const reply = await send(service.origin, ENDLESS, 'POST', { Prefer: 'wait=20' });
    const job = json(reply);
    assert.deepEqual([job.failedReason, job.attempts], ['the task was stopped after 1500 ms', 1]);
    assert.equal((await send(service.origin, '/primes?upTo=1000')).status, 200);
  });
});
