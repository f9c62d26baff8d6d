import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '../src/run/server.ts';
import { listening, serveHandler, wire } from './serving.ts';

const AMPLE_MS = 20_000;

const hello: RequestListener = (_request, response) => {
  response.setHeader('Content-Length', 5).end('hello');
};

/** Answers each request when the test says so. */
function onDemand() {
  const arrived = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const handler: RequestListener = async (request, response) => {
    arrived.resolve();
    await release.promise;
    hello(request, response);
  };
  return { handler, arrived: arrived.promise, release: release.resolve };
}

/** Resolves when nobody accepts connections there any more. */
async function untilRefused(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const refused = await once(socket, 'connect').then(
      () => false,
      () => true,
    );
    socket.destroy();
    if (refused) return;
    await sleep(100); // seldom enough for the server to find it quiet
  }
}

describe('a running server', () => {
  it('keeps a connection for the next request', async (t) => {
    const { server } = await serveHandler(t, hello);
    const connection = await wire(t, server.port);
    for (let request = 0; request < 3; request++) {
      connection.send('/');
      const { head, body } = await connection.answer();
      assert.match(head, /^HTTP\/1\.1 200 /);
      assert.match(head, /connection: keep-alive/i);
      assert.equal(body, 'hello');
    }
  });

  it('rejects with the reason of the system where it cannot listen', async (t) => {
    const { server } = await serveHandler(t, hello);
    await assert.rejects(listen(hello, { ...listening, port: server.port }), { code: 'EADDRINUSE' });
  });
});

describe('draining', () => {
  it('finishes the request in flight, telling its client to close the connection', async (t) => {
    const { handler, arrived, release } = onDemand();
    const { server } = await serveHandler(t, handler);
    const connection = await wire(t, server.port);
    connection.send('/');
    await arrived;
    const drained = server.drain(AMPLE_MS);
    await untilRefused(server.port);
    release();
    const { head, body } = await connection.answer();
    assert.match(head, /^HTTP\/1\.1 200 /);
    assert.match(head, /connection: close/i);
    assert.equal(body, 'hello');
    await connection.closed;
    await drained;
  });

  it('closes a connection that is idle', async (t) => {
    const { server } = await serveHandler(t, hello);
    const connection = await wire(t, server.port);
    connection.send('/');
    await connection.answer();
    const drained = server.drain(AMPLE_MS);
    await connection.closed;
    await drained;
  });

  it('answers a request that was on its way on such a connection', async (t) => {
    const { server } = await serveHandler(t, hello);
    const connection = await wire(t, server.port);
    connection.send('/');
    await connection.answer();
    const drained = server.drain(AMPLE_MS);
    connection.send('/');
    const { head, body } = await connection.answer();
    assert.match(head, /connection: close/i);
    assert.equal(body, 'hello');
    await connection.closed;
    await drained;
  });

  it('accepts nothing new once it has drained', async (t) => {
    const { server } = await serveHandler(t, hello);
    await server.drain(AMPLE_MS);
    await untilRefused(server.port);
  });

  it('rejects where a request takes longer than its timeout, and cuts it off', async (t) => {
    const { handler, arrived, release } = onDemand();
    const { server } = await serveHandler(t, handler);
    const connection = await wire(t, server.port);
    connection.send('/');
    await arrived;
    const answer = assert.rejects(connection.answer(), /the connection ended after/);
    await assert.rejects(server.drain(100), { message: 'requests were still unfinished after 100 ms' });
    await answer;
    release();
  });

  it('needs no time where nothing is connected', async (t) => {
    const { server } = await serveHandler(t, hello);
    await server.drain(0);
  });
});
