import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { describe, it } from 'node:test';
import { createAdmission } from '../src/http/admission.ts';
import { MOST_WAITING } from '../src/run/connections.ts';
import { until } from './by-hand.ts';
import { serveApp, serveHandler, wire } from './serving.ts';

const result = { output: {}, computeMs: 0, worker: { pid: 1, threadId: 0 } };

describe('requests that are sent ahead on one connection', () => {
  it('are answered in their order, one at a time', async (t) => {
    let running = 0;
    let most = 0;
    const handler: RequestListener = async (request, response) => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
      const body = request.url ?? '';
      response.setHeader('Content-Length', body.length).end(body);
    };
    const { server } = await serveHandler(t, handler);
    const connection = await wire(t, server.port);
    const paths = Array.from({ length: 100 }, (_, index) => `/${index}`);
    for (const path of paths) connection.send(path);
    for (const path of paths) assert.equal((await connection.answer()).body, path);
    assert.equal(most, 1);
  });

  it('take one place, and none after their client has left', async (t) => {
    const admission = createAdmission(10);
    const computing = Promise.withResolvers<typeof result>();
    let begun = 0;
    const { server, origin } = await serveApp(t, {
      admission,
      compute: (_input, { signal }) => {
        begun++;
        return Promise.race([
          computing.promise,
          new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
        ]);
      },
    });
    const client = await wire(t, server.port);
    for (let sent = 0; sent < 20; sent++) client.send('/primes?upTo=10');
    await until(() => admission.pending > 0, 'the first has a place');
    assert.equal((await fetch(`${origin}/hello`)).status, 200);
    assert.equal(admission.pending, 1);
    client.socket.destroy();
    await until(() => admission.pending === 0, 'it gives it back');
    assert.equal((await fetch(`${origin}/hello`)).status, 200);
    computing.resolve(result);
    assert.deepEqual([begun, admission.pending], [1, 0]);
  });

  it('are answered where they are as many as may wait, and with one more the connection is cut', async (t) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { server } = await serveHandler(t, async (_request, response) => {
      await released;
      response.setHeader('Content-Length', 2).end('ok');
    });
    const sendAhead = async (count: number) => {
      const client = await wire(t, server.port);
      client.socket.on('error', () => {});
      client.socket.write('GET / HTTP/1.1\r\nHost: test\r\n\r\n'.repeat(count));
      return client;
    };
    const patient = await sendAhead(1 + MOST_WAITING);
    await (await sendAhead(2 + MOST_WAITING)).closed;
    release();
    for (let answered = 0; answered <= MOST_WAITING; answered++)
      assert.equal((await patient.answer()).body, 'ok');
  });
});

describe('a server that is told to stop', () => {
  it('is not kept by a client that began a request and does not go on, nor is that a failure', async (t) => {
    const { server } = await serveHandler(t, () => {});
    const client = await wire(t, server.port);
    client.socket.write('GET / HTTP/1.1\r\nHost: te');
    const busy = await wire(t, server.port);
    busy.socket.on('error', () => {});
    busy.socket.write('POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 100\r\n\r\nsome of it');
    const drained = server.drain(2_000);
    await client.closed;
    await drained;
    await busy.closed;
  });

  it('is not kept by one that does not read its answer', async (t) => {
    const { server } = await serveHandler(t, (_request, response) => {
      response.end(Buffer.alloc(32 * 2 ** 20));
    });
    const reader = await wire(t, server.port);
    reader.socket.pause();
    reader.send('/');
    await once(reader.socket, 'readable');
    await server.drain(2_000);
  });
});
