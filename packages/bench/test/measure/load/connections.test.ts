import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { openConnections } from '../../../src/measure/load/open/connections.ts';

type Opening = { readonly oneByOneMs: number; readonly waitsForAll?: boolean };

/** Opens so many, and tells how many were there at once without their first answer. */
async function atOnce(initial: number, { oneByOneMs, waitsForAll = false }: Opening): Promise<number> {
  const everybody = Promise.withResolvers<void>();
  let [all, waiting, most] = [0, 0, 0];
  const server = createServer(async (_request, response) => {
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
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const connections = await openConnections({
      origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      policy: 'keep-alive',
      initial,
      most: initial,
      connectTimeoutMs: 60_000,
      seed: '1',
      oneByOneMs,
    });
    await connections.close();
    assert.equal(all, initial);
    return most;
  } finally {
    server.close();
  }
}

describe('the connections of the open loop', () => {
  it('are opened one after another, so that a cluster deals them out evenly', async () =>
    assert.equal(await atOnce(50, { oneByOneMs: 60_000 }), 1));

  it('do not wait for one another’s answers for longer than that takes on one machine', async () =>
    assert.equal(await atOnce(20, { oneByOneMs: 50, waitsForAll: true }), 20));

  it('fail where nobody listens', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const options = {
      policy: 'keep-alive',
      initial: 3,
      most: 3,
      connectTimeoutMs: 1_000,
      seed: '1',
    } as const;
    await assert.rejects(openConnections({ origin: `http://127.0.0.1:${port}`, ...options }), /ECONNREFUSED/);
  });
});
