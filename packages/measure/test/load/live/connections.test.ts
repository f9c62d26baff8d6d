import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { type Connections, collect, openConnections } from '../../../src/load/open/connections.ts';
import type { Verification } from '../../../src/load/verifier.ts';
import type { ConnectionPolicy } from '../../../src/model.ts';
import { served } from '../../fixtures/served.ts';

/** The options of a load of this test. */
const options = { policy: 'random', connectTimeoutMs: 60_000, seed: '1' } as const;

/** Finds an address whose server has just stopped. */
async function originOfNobody(): Promise<string> {
  const { origin, server } = await served(() => {});
  server.close();
  await once(server, 'close');
  return origin;
}

/** Sends a request, and resolves with the verification of its answer, which is right. */
function ask(connections: Connections, path: string, id: string): Promise<Verification> {
  const { promise, resolve } = Promise.withResolvers<Verification>();
  connections.dispatch({ path, id }, (release) =>
    collect({ add() {}, end: () => ({ outcome: 'ok', computeMs: 0, worker: '' }) }, (verification) => {
      release();
      resolve(verification);
    }),
  );
  return promise;
}

type Opening = { readonly oneByOneMs: number; readonly waitsForAll?: boolean };

/** Opens this many connections, and counts how many were open at once without their first answer. */
async function atOnce(initial: number, { oneByOneMs, waitsForAll = false }: Opening): Promise<number> {
  const everybody = Promise.withResolvers<void>();
  let [all, waiting, most] = [0, 0, 0];
  const { origin, server } = await served(async (_request, response) => {
    if (waitsForAll) await everybody.promise;
    waiting--;
    response.end('hello');
  });
  server.on('connection', () => {
    all++;
    waiting++;
    most = Math.max(most, waiting);
    if (all === initial) everybody.resolve();
  });
  const connections = await openConnections({ ...options, origin, initial, limit: initial, oneByOneMs });
  await connections.close();
  assert.equal(all, initial);
  return most;
}

/** Records the order in which connections are used while requests are sent one after another. */
async function used(policy: ConnectionPolicy, requests: number, seed = '1'): Promise<number[]> {
  const order: number[] = [];
  const ids = new Map<unknown, number>();
  const { origin, server } = await served((request, response) => {
    if (request.url === '/next') order.push(ids.get(request.socket) ?? Number.NaN);
    response.end('hello');
  });
  server.on('connection', (socket) => ids.set(socket, ids.size));
  const initial = policy === 'per-request' ? 0 : 4;
  const connections = await openConnections({ ...options, origin, policy, initial, limit: 4, seed });
  for (let sent = 0; sent < requests; sent++) await ask(connections, '/next', String(sent));
  await connections.close();
  return order;
}

describe('the connection that carries a request', () => {
  it('is a free one at random, and the same for the same seed', async () => {
    const order = await used('random', 60);
    assert.deepEqual(new Set(order), new Set([0, 1, 2, 3]));
    assert.ok(
      order.some((id, index) => id === order[index - 1]),
      'the same one twice in a row',
    );
    assert.deepEqual(await used('random', 60), order);
    assert.notDeepEqual(await used('random', 60, 'another'), order);
  });

  it('is the least recently used one, in turn', async () => {
    const order = await used('in-turn', 12);
    assert.deepEqual(order.slice(4, 8), order.slice(0, 4));
    assert.equal(new Set(order.slice(0, 4)).size, 4);
  });

  it('is the most recently used one, as with Node’s agent', async () =>
    assert.equal(new Set(await used('most-recent', 12)).size, 1));

  it('is a new one for each request', async () =>
    assert.deepEqual(await used('per-request', 5), [0, 1, 2, 3, 4]));
});

describe('the connections of the open loop', () => {
  it('are opened one after another, so that a cluster deals them out evenly', async () =>
    assert.equal(await atOnce(50, { oneByOneMs: 60_000 }), 1));

  it('are opened at once after the time that one by one takes on one machine', async () =>
    assert.equal(await atOnce(20, { oneByOneMs: 50, waitsForAll: true }), 20));

  for (const policy of ['random', 'per-request'] as const) {
    it(`fail one request each if the server is gone, and the waiting requests too: ${policy}`, async () => {
      const origin = await originOfNobody();
      const connections = await openConnections({ ...options, origin, policy, initial: 0, limit: 1 });
      const asked = Array.from({ length: 5 }, (_, id) => ask(connections, '/', String(id)));
      const ends = (await Promise.all(asked)).map(
        (one) => 'why' in one && [one.outcome, one.why.split(':')[0]],
      );
      assert.deepEqual(
        ends,
        asked.map(() => ['failed', 'ECONNREFUSED']),
      );
      assert.equal(connections.waits, 4);
      await connections.close();
    });
  }

  it('fail if no server listens', async () => {
    const origin = await originOfNobody();
    await assert.rejects(openConnections({ ...options, origin, initial: 3, limit: 3 }), /ECONNREFUSED/);
  });
});
