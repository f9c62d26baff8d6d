import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import autocannon from 'autocannon';
import { greetOneByOne, type HeldClient, holdClient } from '../../../src/load/closed/connection.ts';
import { served } from '../../fixtures/served.ts';

/** No connection is opened before the one before it has its answer, however long that takes. */
const patient = { oneByOneMs: 60_000, mostMs: 60_000 };
const CLIENTS = 4;

/** Greets a server with four clients of autocannon, and lets each send requests to `/own` until all have an answer. */
async function load(t: TestContext, listener: RequestListener) {
  const paths = new Map<Socket, string[]>();
  /** The greetings that had an answer as each connection was opened. */
  const answeredBefore: number[] = [];
  let answered = 0;
  const { origin, server } = await served((request, response) => {
    const { url = '', socket } = request;
    paths.set(socket, [...(paths.get(socket) ?? []), url]);
    if (url === '/light') answered++;
    listener(request, response);
  }, t);
  server.on('connection', () => answeredBefore.push(answered));
  const clients: HeldClient[] = [];
  const setupClient = (client: autocannon.Client) => clients.push(holdClient(client));
  const run = autocannon(
    { url: origin, connections: CLIENTS, duration: 600, sampleInt: 20, setupClient },
    () => {},
  );
  t.after(() => run.stop());
  await greetOneByOne(clients, '/light', patient);
  const greeted = [...paths.values()].map((each) => [...each]);
  const ends = clients.map(({ letGo }) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    letGo((client) => {
      client.setRequests([{ path: '/own' }]);
      client.once('response', resolve);
    });
    return promise;
  });
  return { greeted, answeredBefore, statuses: await Promise.all(ends), paths };
}

describe('the connections of a closed loop', () => {
  it('are opened one after another, each with a light request, and carry the load', async (t) => {
    const { greeted, answeredBefore, statuses, paths } = await load(t, (_request, response) => {
      response.end('{}');
    });
    assert.deepEqual(answeredBefore, [0, 1, 2, 3]);
    assert.deepEqual(greeted, Array(CLIENTS).fill(['/light']));
    assert.deepEqual(statuses, Array(CLIENTS).fill(200));
    assert.equal(paths.size, CLIENTS, 'the load has opened no other');
  });

  it('are opened again for the load if the service has closed them or answered twice', async (t) => {
    const twice = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'.repeat(2);
    let greetings = 0;
    const { statuses } = await load(t, ({ url, socket }, response) => {
      if (url !== '/light') return void response.end('{}');
      const of = [
        () => socket.destroy(),
        () => socket.end(),
        () => socket.write(twice),
        () => response.setHeader('Connection', 'close').end('{}'),
      ];
      of[greetings++]?.();
    });
    assert.deepEqual(statuses, Array(CLIENTS).fill(200));
  });
});
