import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { computedIn, holdTask, json, send, serviceOf, TROUBLE, until } from '@cpu-bound/conformance';
import { inputOf, loadWorkload } from '@cpu-bound/workload';

const folder = join(import.meta.dirname, '..');
const FEW = { WORKLOAD: TROUBLE, WORKERS: '1', MAX_JOBS: '5', LOG_LEVEL: 'error' };

/** Reads a job until it has one of these states. */
async function jobOnce(origin: string, id: string, ...states: string[]) {
  const read = async () => json(await send(origin, `/jobs/${id}`));
  let job = await read();
  await until(
    async () => {
      job = await read();
      return states.includes(job.state);
    },
    () => `${id} is ${job.state} and not ${states}`,
  );
  return job;
}

describe('asynchronous jobs', () => {
  const service = serviceOf(folder, FEW);
  const ask = (path: string, method?: string, headers?: Record<string, string>) =>
    send(service().origin, path, method, headers);
  const post = (query: string, key?: string) =>
    ask(`/jobs?${query}`, 'POST', key === undefined ? {} : { 'Idempotency-Key': key });
  const read = (id: string) => ask(`/jobs/${id}`);
  const cancel = (id: string) => ask(`/jobs/${id}`, 'DELETE');
  const untilState = (id: string, state: string) => jobOnce(service().origin, id, state);

  it('accepts a job with 202 and the address of its later result', async () => {
    const reply = await post('upTo=100000');
    assert.equal(reply.status, 202, reply.body);
    const { id } = json(reply);
    assert.equal(reply.headers.location, `/jobs/${id}`);
    const job = await untilState(id, 'completed');
    assert.deepEqual([job.result.count, job.result.largest], [9_592, 99_991]);
    assert.ok(Number.isInteger(job.worker.pid));
    const finishedAt = Date.parse(job.finishedAt);
    assert.ok(Date.parse(job.acceptedAt) <= finishedAt && finishedAt <= Date.now());
  });

  it('never reports a completed job without its result', async () => {
    for (let index = 0; index < 75; index++) {
      const { id } = json(await post('upTo=100'));
      for (;;) {
        const job = json(await read(id));
        if (job.state !== 'completed') continue;
        assert.equal(job.result?.count, 25, `job ${index}: ${JSON.stringify(job)}`);
        break;
      }
    }
  });

  it('returns the same job for the same key, computed once', async () => {
    const first = json(await post('upTo=1000', 'again'));
    await untilState(first.id, 'completed');
    const second = await post('upTo=1000', 'again');
    assert.equal(second.status, 202);
    assert.deepEqual([json(second).id, json(second).state], [first.id, 'completed']);
  });

  it('has an id that the key does not reveal', async () => {
    const { id } = json(await post('upTo=1000', 'order-17'));
    assert.match(id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    for (const guess of ['order-17', 'job-order-17']) {
      assert.equal((await read(guess)).status, 404);
      assert.equal((await cancel(guess)).status, 404);
    }
  });

  it('refuses a known key with other parameters', async () => {
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

  it('refuses wrong parameters before it accepts a job', async () => {
    assert.equal(json(await post('upTo=0')).parameter, 'upTo');
  });

  it('cancels a waiting job, and no other', async (t) => {
    // A worker holds two jobs: the running one and the next.
    const held = [holdTask(t), holdTask(t)];
    const running = await Promise.all(held.map(async ({ query }) => json(await post(query))));
    for (const { id } of running) await untilState(id, 'active');
    const waiting = json(await post('upTo=1000'));
    assert.equal((await cancel(waiting.id)).status, 204);
    assert.equal((await read(waiting.id)).status, 404);
    for (const { id } of running) assert.equal((await cancel(id)).status, 409);
    for (const { release } of held) release();
    for (const { id } of running) await untilState(id, 'completed');
    assert.equal((await cancel(running[0].id)).status, 409);
  });

  it('answers a request while many jobs wait', async (t) => {
    const held = holdTask(t);
    const { id } = json(await post(held.query));
    await untilState(id, 'active');
    for (let count = 0; count < 4; count++) await post('upTo=1000');
    const request = ask('/primes?upTo=1000');
    held.release();
    assert.equal((await request).status, 200);
  });

  it('refuses jobs beyond MAX_JOBS', async (t) => {
    const held = holdTask(t);
    const replies = [];
    for (let count = 0; count < 12; count++) replies.push(await post(held.query));
    const accepted = replies.filter(({ status }) => status === 202);
    assert.ok(
      accepted.length >= 5 && accepted.length <= 7,
      `${accepted.length} jobs were accepted; five may wait, and a worker holds two`,
    );
    assert.ok(replies.some(({ status, headers }) => status === 503 && Number(headers['retry-after']) > 0));
    held.release();
    for (const reply of accepted) await untilState(json(reply).id, 'completed');
  });

  for (const id of [crypto.randomUUID(), 'job-unknown', '..%2Fx', '%2A', `job-${'x'.repeat(70)}`]) {
    it(`answers 404 to the unknown job ${id.slice(0, 12)}`, async () => {
      assert.equal((await read(id)).status, 404);
      assert.equal((await cancel(id)).status, 404);
    });
  }

  it('counts requests by route, without a series for each job', async () => {
    await read(json(await post('upTo=10')).id);
    const { body } = await ask('/metrics');
    assert.match(body, /^http_requests_total\{route="\/jobs\/\{id\}",status="200"\}/m);
    assert.doesNotMatch(body, /route="\/jobs\/job-/);
  });

  it('reports that the task of a job failed, without details, and its attempts', async () => {
    const { id } = json(await post('upTo=10&trouble=throws'));
    const job = await untilState(id, 'failed');
    assert.deepEqual([job.failedReason, job.attempts], ['the task failed', 1]);
    assert.ok(Date.parse(job.finishedAt) >= Date.parse(job.acceptedAt));
  });
});

describe('a job in a worker process', () => {
  const ended = ({ origin }: { readonly origin: string }, id: string) =>
    jobOnce(origin, id, 'completed', 'failed');
  // A task without a fault ends within this time, although the loading of the next thread counts as a part of it.
  const impatient = serviceOf(folder, { ...FEW, TASK_TIMEOUT_MS: '4000' });
  const small = serviceOf(folder, { ...FEW, TASK_TIMEOUT_MS: '60000', THREADS_HEAP_MB: '32' });
  const octets = serviceOf(folder, { ...FEW, WORKLOAD: 'payload' });

  it('fails at its time limit, and is not retried', async () => {
    const service = impatient();
    const { id } = json(await send(service.origin, '/jobs?upTo=10&trouble=endless', 'POST'));
    const job = await ended(service, id);
    assert.deepEqual([job.state, job.attempts], ['failed', 1]);
    assert.match(job.failedReason, /4000 ms/);
    const next = json(await send(service.origin, '/jobs?upTo=1000', 'POST'));
    assert.equal((await ended(service, next.id)).result.count, 168, 'its worker does not go on');
  });

  for (const [trouble, status, service] of [
    ['endless', 504, impatient],
    ['hoards', 500, small],
  ] as const)
    it(`fails its own request alone: ${trouble}`, async () => {
      const ask = (query: string) => send(service().origin, `/primes?${query}`);
      const before = computedIn(await ask('upTo=1000')).pid;
      const crowd = Array.from({ length: 9 }, (_, index) =>
        ask(index === 4 ? `upTo=10&trouble=${trouble}` : 'upTo=1000'),
      );
      const replies = await Promise.all(crowd);
      const statuses = replies.map((reply) => reply.status);
      assert.deepEqual(
        statuses,
        replies.map((_, index) => (index === 4 ? status : 200)),
      );
      for (const [index, reply] of replies.entries())
        if (index !== 4) assert.equal(computedIn(reply).pid, before, 'the worker process was replaced');
    });

  it('receives the octets of its body, and returns those of its result as base64', async () => {
    const service = octets();
    const query = { in: '5000', out: '3000', as: 'octets' };
    const payload = await loadWorkload('payload');
    const accepted = await fetch(`${service.origin}/jobs?${new URLSearchParams(query)}`, {
      method: 'POST',
      body: Buffer.from(payload.bodyFor?.(query) ?? []),
    });
    const { id } = (await accepted.json()) as { id: string };
    const { octets: text, ...fields } = (await ended(service, id)).result;
    const output = { ...fields, octets: Buffer.from(text, 'base64') };
    assert.ok(payload.verify(inputOf(payload, query), output), JSON.stringify(fields));
  });

  it('is refused with 413 if its body is too large, and fails if its result is', async () => {
    const service = octets();
    const post = async (route: string, bytes: number, out: number) =>
      fetch(`${service.origin}/${route}?in=${bytes}&out=${out}&as=octets`, {
        method: 'POST',
        body: Buffer.alloc(bytes, 97),
      });
    for (const route of ['payload', 'jobs'])
      assert.equal((await post(route, 2 ** 20 + 1, 10)).status, 413, route);
    const { id } = (await (await post('jobs', 0, 4 * 2 ** 20)).json()) as { id: string };
    const job = await ended(service, id);
    assert.deepEqual([job.state, job.failedReason], ['failed', 'the result is too large for a job in Redis']);
  });
});
