import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadWorkload, primes, type Workload } from '@cpu-bound/workload';
import fc from 'fast-check';
import { collectDefaultMetrics, register } from 'prom-client';
import type { Compute } from '../src/contract.ts';
import { registry } from '../src/http/metrics.ts';
import { bodyOf } from '../src/http/request.ts';
import { serveApp } from './serving.ts';

describe('the app', () => {
  it('computes nothing for a refused parameter, and frees its place', async (t) => {
    let computed = 0;
    const compute = async () => {
      computed++;
      return { output: {}, computeMs: 0, worker: { pid: 1, threadId: 0 } };
    };
    const { origin } = await serveApp(t, { compute, config: { MAX_PENDING: 1 } });
    for (let request = 0; request < 3; request++)
      assert.equal((await fetch(`${origin}/primes?upTo=0`)).status, 400);
    assert.equal((await fetch(`${origin}/primes?upTo=10`)).status, 200);
    assert.equal(computed, 1);
  });

  it('frees the place of a failed task', async (t) => {
    const compute = async () => {
      throw new Error('the worker fell over');
    };
    const { origin } = await serveApp(t, { compute, config: { MAX_PENDING: 1 } });
    for (let request = 0; request < 3; request++)
      assert.equal((await fetch(`${origin}/primes?upTo=10`)).status, 500);
  });

  it('accepts one spelling of a path, with and without a body', async (t) => {
    const { origin } = await serveApp(t, { workload: await loadWorkload('payload') });
    for (const body of ['', 'abc'])
      for (const [path, status] of [
        ['/payload', 200],
        ['/payload/', 404],
        ['/PAYLOAD', 404],
      ] as const) {
        const response = await fetch(`${origin}${path}?in=${body.length}&out=0`, { method: 'POST', body });
        assert.equal(response.status, status, path);
      }
  });

  it('answers every query with a right count, or with a 400', async (t) => {
    const { origin } = await serveApp(t, { config: { MAX_PENDING: 1 } });
    const names = fc.oneof(fc.constantFrom('upTo', 'list', 'upTo[]', 'upTo[x]', '__proto__'), fc.string());
    const values = fc.oneof(
      fc.integer({ min: -1, max: 20_000 }).map(String),
      fc.constantFrom('', ' ', 'true', '1e3', '0x10', '-0', '٣', '../../etc/passwd', '\0', '\r\n'),
      fc.string({ unit: 'grapheme' }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(names, values), { maxLength: 4 }), async (pairs) => {
        const response = await fetch(`${origin}/primes?${new URLSearchParams(pairs)}`);
        const answer = (await response.json()) as Record<string, unknown>;
        if (response.status === 200) {
          const input = primes.parse(Object.fromEntries(pairs));
          assert.ok(
            primes.verify(input, answer as Parameters<typeof primes.verify>[1]),
            JSON.stringify(answer),
          );
        } else assert.deepEqual([response.status, typeof answer.accepted], [400, 'string']);
      }),
    );
  });

  it('leaves the registry of prom-client to the function, which may collect the same metrics', (t) => {
    t.after(() => register.clear());
    collectDefaultMetrics();
    assert.ok(registry.getSingleMetric('process_cpu_seconds_total'));
  });

  it('creates no time series for an unknown path', async (t) => {
    const { origin } = await serveApp(t);
    assert.equal((await fetch(`${origin}/think/up`)).status, 404);
    assert.doesNotMatch(await (await fetch(`${origin}/metrics`)).text(), /think/);
  });

  it('passes a valid traceparent to the task, and drops an invalid one', async (t) => {
    const passed: (string | undefined)[] = [];
    const compute: Compute = async (_input, { traceparent }) => {
      passed.push(traceparent);
      return { output: {}, computeMs: 0, worker: { pid: 1, threadId: 0 } };
    };
    const { origin } = await serveApp(t, { compute });
    const valid = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    for (const traceparent of [valid, 'x-y-z'])
      await fetch(`${origin}/primes?upTo=10`, { headers: { traceparent } });
    assert.deepEqual(passed, [valid, undefined]);
  });

  it('refuses an encoded body with 415, and one that contradicts the query with 400', async (t) => {
    const { origin } = await serveApp(t, { workload: await loadWorkload('payload') });
    const post = (query: string, headers: Record<string, string> = {}) =>
      fetch(`${origin}/payload?${query}`, { method: 'POST', body: 'abc', headers });
    assert.equal((await post('in=3&out=0', { 'content-encoding': 'gzip' })).status, 415);
    const wrong = await post('in=4&out=0');
    assert.deepEqual([wrong.status, ((await wrong.json()) as { parameter: string }).parameter], [400, 'in']);
  });

  it('refuses GET, and names POST, if there is no input without a body', async (t) => {
    const workload = { ...(await loadWorkload('payload')), needsBody: true };
    const { origin } = await serveApp(t, { workload });
    const refused = await fetch(`${origin}/payload?in=3&out=0`);
    assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'POST']);
    const post = { method: 'POST', body: 'abc' };
    assert.equal((await fetch(`${origin}/payload?in=3&out=0`, post)).status, 200);
  });

  it('gives the octets of a body a buffer of their own', () => {
    for (const body of [Buffer.from('small'), Buffer.alloc(100_000, 7)]) {
      const octets = bodyOf({ body });
      assert.deepEqual(Buffer.from(octets), body);
      assert.equal(octets.buffer.byteLength, octets.length);
    }
    assert.equal(bodyOf({ body: undefined }).length, 0);
  });

  it('serves another workload at its own name, and describes it', async (t) => {
    const workload = { ...(primes as unknown as Workload), name: 'counting' };
    const { origin } = await serveApp(t, { workload });
    assert.equal((await fetch(`${origin}/counting?upTo=10`)).status, 200);
    assert.equal((await fetch(`${origin}/primes?upTo=10`)).status, 404);
    const document = (await (await fetch(`${origin}/openapi.json`)).json()) as { paths: object };
    assert.ok('/counting' in document.paths);
  });

  it('serves the routes of its strategy', async (t) => {
    const { origin } = await serveApp(t, {
      mount: (app) => app.get('/jobs', (_request, response) => void response.json([])),
    });
    assert.deepEqual(await (await fetch(`${origin}/jobs`)).json(), []);
  });
});
