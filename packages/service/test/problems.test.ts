import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { InvalidParameter, loadWorkload } from '@cpu-bound/workload';
import { deadlinePassed, HttpProblem, overloaded } from '../src/http/problems.ts';
import { serveApp } from './serving.ts';

/** Returns the client's answer to an error of the strategy. */
async function answerTo(context: TestContext, error: unknown) {
  const { origin, unexpected } = await serveApp(context, {
    compute: async () => {
      throw error;
    },
  });
  const response = await fetch(`${origin}/primes?upTo=10`);
  assert.equal(response.headers.get('content-type'), 'application/problem+json; charset=utf-8');
  return { document: await response.json(), headers: response.headers, status: response.status, unexpected };
}

const detail = (text: string, status: number, title: string) => ({
  type: 'about:blank',
  title,
  status,
  detail: text,
});

describe('a problem document', () => {
  const known: [HttpProblem, object][] = [
    [overloaded(), detail('more requests are waiting than this service accepts', 503, 'Service Unavailable')],
    [deadlinePassed(250), detail('no result within 250 ms', 504, 'Gateway Timeout')],
    [
      new HttpProblem({ type: '/teapot', title: 'Teapot', status: 418, detail: 'no coffee' }),
      { type: '/teapot', title: 'Teapot', status: 418, detail: 'no coffee' },
    ],
  ];
  for (const [error, document] of known) {
    it(`describes ${error.name}, without internals`, async (t) => {
      const answer = await answerTo(t, error);
      assert.deepEqual(answer.document, document);
      assert.equal(answer.status, error.document.status);
      for (const [name, value] of Object.entries(error.headers)) {
        assert.equal(answer.headers.get(name), value);
      }
      assert.deepEqual(answer.unexpected, []);
    });
  }

  it('names the parameter of a 400 and its accepted values', async (t) => {
    const { document } = await answerTo(t, new InvalidParameter('size', 'is missing', 'a number'));
    assert.deepEqual(document, {
      ...detail('size is missing; accepted: a number', 400, 'Bad Request'),
      parameter: 'size',
      accepted: 'a number',
    });
  });

  it('hides an unexpected error, and reports it to the service', async (t) => {
    const secret = new Error('password hunter2');
    const { document, status, unexpected } = await answerTo(t, secret);
    assert.equal(status, 500);
    assert.deepEqual(
      document,
      detail('the service failed to answer this request', 500, 'Internal Server Error'),
    );
    assert.deepEqual(unexpected, [secret]);
  });

  it('hides a thrown value that is no error', async (t) => {
    const { status, unexpected } = await answerTo(t, 'text');
    assert.deepEqual([status, unexpected], [500, ['text']]);
  });

  it("hides an error of the function with the status of another service, such as an HTTP client's", async (t) => {
    for (const itsStatus of [401, 415, 502]) {
      const error = Object.assign(new Error('hunter2 is wrong'), {
        status: itsStatus,
        statusCode: itsStatus,
      });
      const { document, status, unexpected } = await answerTo(t, error);
      assert.equal(status, 500);
      assert.doesNotMatch(JSON.stringify(document), /hunter2/);
      assert.deepEqual(unexpected, [error]);
    }
  });

  it('hides an error with a status of the function that parses', async (t) => {
    const error = Object.assign(new Error('hunter2 is wrong'), { status: 401 });
    const workload = {
      ...(await loadWorkload('payload')),
      parse: () => {
        throw error;
      },
    };
    const { origin, unexpected } = await serveApp(t, { workload });
    assert.equal((await fetch(`${origin}/payload`)).status, 500);
    assert.deepEqual(unexpected, [error]);
  });

  it('has the status of a body that is encoded or too large, and reports no error', async (t) => {
    const { origin, unexpected } = await serveApp(t, {
      workload: await loadWorkload('payload'),
      config: { MAX_BODY_BYTES: 3 },
    });
    const post = (init: RequestInit) => fetch(`${origin}/payload?in=4&out=1`, { method: 'POST', ...init });
    assert.deepEqual(
      await (await post({ body: 'four' })).json(),
      detail('the body is too large; accepted: up to 3 octets', 413, 'Payload Too Large'),
    );
    assert.equal((await post({ body: 'four', headers: { 'Content-Encoding': 'gzip' } })).status, 415);
    assert.deepEqual(unexpected, []);
  });

  it('names an unknown route', async (t) => {
    const { origin } = await serveApp(t);
    const response = await fetch(`${origin}/nowhere?x=1`);
    const document = await response.json();
    assert.deepEqual(document, detail('/nowhere is no route; see /openapi.json', 404, 'Not Found'));
  });

  it('names the right methods for a wrong one', async (t) => {
    const { origin } = await serveApp(t);
    for (const path of ['/primes', '/hello', '/readyz', '/openapi.json']) {
      const response = await fetch(`${origin}${path}`, { method: 'DELETE' });
      assert.equal(response.headers.get('allow'), 'GET, HEAD');
      assert.deepEqual(
        await response.json(),
        detail(`DELETE is not allowed on ${path}; accepted: GET, HEAD`, 405, 'Method Not Allowed'),
      );
    }
  });

  it('names a parameter that is given twice', async (t) => {
    const { origin } = await serveApp(t);
    const document = await (await fetch(`${origin}/primes?upTo=1&list=true&upTo=2`)).json();
    assert.deepEqual(document, {
      ...detail('upTo is given more than once; accepted: one value', 400, 'Bad Request'),
      parameter: 'upTo',
      accepted: 'one value',
    });
  });
});

it('cuts an answer that fails in the middle, without a problem document after it', async (t) => {
  const { origin, unexpected } = await serveApp(t, {
    mount: (app) =>
      app.get('/half', async (_request, response) => {
        response.set('Content-Length', '100');
        await new Promise((resolve) => response.write('half', resolve));
        throw new Error('fell over');
      }),
  });
  const response = await fetch(`${origin}/half`);
  assert.equal(response.status, 200);
  await assert.rejects(response.text());
  assert.equal(unexpected.length, 1);
});
