import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { describe, it } from 'node:test';
import { loadWorkload, primes, type Workload } from '@cpu-bound/workload';
import { createAdmission } from '../src/http/admission.ts';
import { serveApp } from './serving.ts';

const hang = () => new Promise<never>(() => {});

describe('the app', () => {
  it('gives the parsed input to the port, and answers with the output and who computed it', async (t) => {
    const inputs: unknown[] = [];
    const { origin } = await serveApp(t, {
      compute: async (input) => {
        inputs.push(input);
        return { output: { count: 7 }, computeMs: 1.5, worker: { pid: 1, threadId: 2 } };
      },
    });
    const response = await fetch(`${origin}/primes?upTo=20&list=true`);
    assert.deepEqual(inputs, [{ upTo: 20, list: true }]);
    assert.deepEqual(await response.json(), { count: 7, computeMs: 1.5, worker: { pid: 1, threadId: 2 } });
  });

  it('computes nothing for a parameter that is refused, and leaves its place free', async (t) => {
    let computed = 0;
    const admission = createAdmission(1);
    const compute = async () => {
      computed++;
      return { output: {}, computeMs: 0, worker: { pid: 1, threadId: 0 } };
    };
    const { origin } = await serveApp(t, { compute, admission });
    for (let request = 0; request < 3; request++) {
      assert.equal((await fetch(`${origin}/primes?upTo=0`)).status, 400);
    }
    assert.deepEqual([computed, admission.pending], [0, 0]);
    assert.equal((await fetch(`${origin}/primes?upTo=10`)).status, 200);
  });

  it('frees a place however the work ends', async (t) => {
    const admission = createAdmission(1);
    const { origin } = await serveApp(t, {
      admission,
      compute: async () => {
        throw new Error('the worker fell over');
      },
    });
    for (let request = 0; request < 3; request++) {
      assert.equal((await fetch(`${origin}/primes?upTo=10`)).status, 500);
      assert.equal(admission.pending, 0);
    }
  });

  it('refuses before express just as it does after it, and counts both', async (t) => {
    const admission = createAdmission(1);
    const { origin } = await serveApp(t, { admission });
    admission.enter();
    const early = await fetch(`${origin}/primes?upTo=10`);
    const late = await fetch(`${origin}/primes?upTo=10`, { method: 'HEAD' }); // goes the common way
    const shown = ({ status, headers }: Response) => {
      const { date, connection, 'keep-alive': _, ...others } = Object.fromEntries(headers);
      return { status, ...others };
    };
    assert.deepEqual(shown(early), shown(late));
    assert.match(await early.text(), /^{"type":"about:blank","title":"Service Unavailable","status":503,/);
    const metrics = await (await fetch(`${origin}/metrics`)).text();
    assert.match(metrics, /^http_requests_total\{route="\/primes",status="503"\} 2$/m);
  });

  it('takes no body for a request while every place is taken', async (t) => {
    const admission = createAdmission(1);
    const { origin } = await serveApp(t, { admission });
    admission.enter();
    const asked = request(`${origin}/primes?upTo=10`, { method: 'GET', headers: { 'Content-Length': 5 } });
    asked.end('GET /');
    const [{ statusCode }] = await once(asked, 'response');
    assert.equal(statusCode, 413);
  });

  it('refuses with 503 while every place is taken', async (t) => {
    const admission = createAdmission(1);
    const { origin } = await serveApp(t, { admission });
    admission.enter();
    const refused = await fetch(`${origin}/primes?upTo=10`);
    assert.equal(refused.status, 503);
    assert.equal(refused.headers.get('retry-after'), '1');
    assert.equal((await fetch(`${origin}/hello`)).status, 200);
    admission.leave();
    assert.equal((await fetch(`${origin}/primes?upTo=10`)).status, 200);
  });

  it('answers 504 once the deadline has passed, and tells the port', async (t) => {
    const aborted = Promise.withResolvers<unknown>();
    const { origin } = await serveApp(t, {
      requestTimeoutMs: 20,
      compute: (_input, { signal }) => {
        const { promise, reject } = Promise.withResolvers<never>();
        signal.addEventListener('abort', () => {
          aborted.resolve(signal.reason);
          reject(signal.reason);
        });
        return promise;
      },
    });
    const response = await fetch(`${origin}/primes?upTo=10`);
    assert.equal(response.status, 504);
    assert.equal(Object(await aborted.promise).name, 'DeadlinePassed');
  });

  it('tells the port that the client has gone, and reports nothing', async (t) => {
    const started = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<unknown>();
    const { origin, unexpected } = await serveApp(t, {
      compute: (_input, { signal }) => {
        signal.addEventListener('abort', () => aborted.resolve(signal.reason));
        started.resolve();
        return Promise.race([hang(), aborted.promise.then(() => Promise.reject(signal.reason))]);
      },
    });
    const sent = request(`${origin}/primes?upTo=10`, { agent: false }).on('error', () => {});
    sent.end();
    await started.promise;
    sent.destroy();
    assert.equal(Object(await aborted.promise).name, 'ClientGone');
    assert.deepEqual(unexpected, []);
  });

  it('is ready when its strategy is, and alive in any case', async (t) => {
    let up = false;
    const { origin } = await serveApp(t, { ready: () => up });
    const starting = await fetch(`${origin}/readyz`);
    assert.equal(starting.status, 503);
    assert.equal(starting.headers.get('retry-after'), '1');
    assert.equal((await fetch(`${origin}/healthz`)).status, 200);
    up = true;
    assert.equal((await fetch(`${origin}/readyz`)).status, 200);
  });

  it('takes a parameter named __proto__ for what it is, one that the workload does not have', async (t) => {
    const { origin } = await serveApp(t);
    const response = await fetch(`${origin}/primes?upTo=10&__proto__=1`);
    assert.equal(response.status, 400);
    assert.equal(((await response.json()) as { parameter: string }).parameter, '__proto__');
  });

  it('knows one spelling of a path, whether a body comes with the request or not', async (t) => {
    const { origin } = await serveApp(t, { workload: await loadWorkload('payload') });
    const post = async (path: string, body?: string) => {
      const response = await fetch(`${origin}${path}?in=${body?.length ?? 0}&out=0`, {
        method: 'POST',
        ...(body !== undefined && { body }),
      });
      return [response.status, response.headers.get('content-type')?.split(';')[0]];
    };
    for (const body of [undefined, 'abc']) {
      assert.equal((await post('/payload', body))[0], 200);
      for (const path of ['/payload/', '/PAYLOAD', '/Payload/'])
        assert.deepEqual(await post(path, body), [404, 'application/problem+json'], path);
    }
    assert.equal((await post('/hello', 'abc'))[0], 413);
  });

  it('answers HEAD as GET without the body', async (t) => {
    const { origin } = await serveApp(t);
    const response = await fetch(`${origin}/hello`, { method: 'HEAD' });
    assert.equal(response.status, 200);
    assert.equal(await response.text(), '');
  });

  it('serves the routes that only its strategy has', async (t) => {
    const { origin } = await serveApp(t, {
      extension: {
        mount: ({ app }) => app.get('/jobs', (_request, response) => void response.json([])),
        paths: {},
      },
    });
    assert.deepEqual(await (await fetch(`${origin}/jobs`)).json(), []);
  });

  it('serves another workload at its own name, and describes that', async (t) => {
    const workload = { ...(primes as unknown as Workload), name: 'counting' };
    const { origin } = await serveApp(t, { workload });
    assert.equal((await fetch(`${origin}/counting?upTo=10`)).status, 200);
    assert.equal((await fetch(`${origin}/primes?upTo=10`)).status, 404);
    const document = (await (await fetch(`${origin}/openapi.json`)).json()) as { paths: object };
    assert.ok('/counting' in document.paths);
  });

  it('gathers its metrics once for a crowd that asks at the same time', async (t) => {
    const gathered = Promise.withResolvers<string>();
    let times = 0;
    const { origin } = await serveApp(t, {
      mergeMetrics: () => () => {
        times++;
        return gathered.promise;
      },
    });
    const crowd = Array.from({ length: 20 }, () => fetch(`${origin}/metrics`));
    for (const path of ['/hello', '/hello', '/hello']) await (await fetch(`${origin}${path}`)).text();
    gathered.resolve('all_of_them 1');
    for (const response of await Promise.all(crowd)) assert.equal(await response.text(), 'all_of_them 1');
    assert.ok(times < crowd.length, `${times} times`);
  });

  it('does not say what it is made with', async (t) => {
    const { origin } = await serveApp(t);
    assert.equal((await fetch(`${origin}/hello`)).headers.get('x-powered-by'), null);
  });
});
