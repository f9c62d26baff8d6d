import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';
import { listen } from '../src/run/service.ts';
import { listening, serveHandler, wire } from './serving.ts';

const hello: RequestListener = (_request, response) => {
  response.setHeader('Content-Length', 5).end('hello');
};

/** Creates a handler that answers when the test releases it. */
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

/** Resolves when the port refuses connections. */
async function untilRefused(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const refused = await once(socket, 'connect').then(
      () => false,
      () => true,
    );
    socket.destroy();
    if (refused) return;
    await sleep(100); // rarely enough for iterations of the server's loop without a new connection
  }
}

describe('a running server', () => {
  it('keeps a connection open for the next request', async (t) => {
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

  it("rejects with the system's error if it cannot listen", async (t) => {
    const { server } = await serveHandler(t, hello);
    await assert.rejects(listen(hello, { ...listening, PORT: server.port }), { code: 'EADDRINUSE' });
  });
});

describe('draining', () => {
  it('finishes the request in flight, with Connection: close', async (t) => {
    const { handler, arrived, release } = onDemand();
    const { server } = await serveHandler(t, handler);
    const connection = await wire(t, server.port);
    connection.send('/');
    await arrived;
    const drained = server.drain();
    await untilRefused(server.port);
    release();
    const { head, body } = await connection.answer();
    assert.match(head, /^HTTP\/1\.1 200 /);
    assert.match(head, /connection: close/i);
    assert.equal(body, 'hello');
    await connection.closed;
    await drained;
  });

  it('answers all pipelined requests of a connection, and closes it with the last', async (t) => {
    const { handler, arrived, release } = onDemand();
    const { server } = await serveHandler(t, handler, { DRAIN_DELAY_MS: 500 });
    const connection = await wire(t, server.port);
    for (let request = 0; request < 3; request++) connection.send('/');
    await arrived;
    const drained = server.drain();
    connection.send('/');
    await sleep(100); // it has arrived, too
    release();
    for (const isLast of [false, false, false, true])
      assert.equal(/connection: close/i.test((await connection.answer()).head), isLast);
    await connection.closed;
    await drained;
  });

  it('answers a connection whose first request comes after the listening socket is closed', async (t) => {
    const { server } = await serveHandler(t, hello);
    const connection = await wire(t, server.port);
    const drained = server.drain();
    await untilRefused(server.port);
    connection.send('/');
    assert.equal((await connection.answer()).body, 'hello');
    await drained;
  });

  it('answers the next request of a connection that had an answer just before', async (t) => {
    const { server } = await serveHandler(t, hello);
    const connection = await wire(t, server.port);
    connection.send('/');
    assert.doesNotMatch((await connection.answer()).head, /connection: close/i);
    const drained = server.drain();
    await untilRefused(server.port);
    connection.send('/');
    assert.match((await connection.answer()).head, /connection: close/i);
    await drained;
  });

  it('closes an idle connection', async (t) => {
    const { server } = await serveHandler(t, hello);
    const connection = await wire(t, server.port);
    connection.send('/');
    await connection.answer();
    const drained = server.drain();
    await connection.closed;
    await drained;
  });

  it('answers during the drain delay, and closes each connection with its next answer', async (t) => {
    const { server } = await serveHandler(t, hello, { DRAIN_DELAY_MS: 1_000 });
    const connection = await wire(t, server.port);
    connection.send('/');
    await connection.answer();
    const drained = server.drain();
    connection.send('/');
    const { head, body } = await connection.answer();
    assert.match(head, /connection: close/i);
    assert.equal(body, 'hello');
    await connection.closed;
    await drained;
  });

  it('refuses connections after draining', async (t) => {
    const { server } = await serveHandler(t, hello);
    await server.drain();
    await untilRefused(server.port);
  });

  it('rejects and cuts a request that takes longer than the drain timeout', async (t) => {
    const { handler, arrived, release } = onDemand();
    const { server } = await serveHandler(t, handler, { DRAIN_TIMEOUT_MS: 100 });
    const connection = await wire(t, server.port);
    connection.send('/');
    await arrived;
    const answer = assert.rejects(connection.answer(), /the connection ended after/);
    await assert.rejects(server.drain(), { message: '1 requests were unfinished after DRAIN_TIMEOUT_MS' });
    await answer;
    release();
  });
});

describe('a client that stalls', () => {
  const STALL_TIMEOUT_MS = 200;

  it('is cut, and one that waits for its result is not', async (t) => {
    const { handler, arrived, release } = onDemand();
    const { server } = await serveHandler(t, handler, { STALL_TIMEOUT_MS });
    const waiting = await wire(t, server.port);
    waiting.send('/');
    await arrived;
    const stalled = await wire(t, server.port);
    stalled.socket.write('POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 9\r\n\r\nhalf');
    await assert.rejects(stalled.closed, { code: 'ECONNRESET' });
    release();
    assert.equal((await waiting.answer()).body, 'hello');
  });

  it('is not a client whose first request came while a task blocked the event loop', async (t) => {
    const { server } = await serveHandler(t, hello, { STALL_TIMEOUT_MS });
    const connection = await wire(t, server.port);
    await sleep(10); // the server has accepted it
    await immediate(); // Node calls the timers before it reads again
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STALL_TIMEOUT_MS); // the task
    connection.send('/');
    assert.equal((await connection.answer()).body, 'hello');
  });

  it('is one whose request was refused, and whose body does not come', async (t) => {
    const { server } = await serveHandler(t, hello, { STALL_TIMEOUT_MS });
    const connection = await wire(t, server.port);
    connection.socket.write('POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 9\r\n\r\nhalf');
    assert.equal((await connection.answer()).body, 'hello');
    await connection.closed;
  });

  it('is one that sends nothing', async (t) => {
    const { server } = await serveHandler(t, hello, { STALL_TIMEOUT_MS });
    await (await wire(t, server.port)).closed;
  });
});
