import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openConnections } from '../../../src/measure/load/open/connections.ts';

/** Opens so many, and tells how many were there at once without their first answer, and how many in all. */
async function openingOf(initial: number, answersAfterMs: number): Promise<{ atOnce: number; all: number }> {
  let atOnce = 0;
  let all = 0;
  let waiting = 0;
  const server = createServer(async (_request, response) => {
    if (answersAfterMs > 0) await sleep(answersAfterMs);
    waiting--;
    response.end('hello');
  });
  server.on('connection', () => {
    all++;
    waiting++;
    atOnce = Math.max(atOnce, waiting);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const connections = await openConnections({
      origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      policy: 'keep-alive',
      initial,
      most: initial,
      connectTimeoutMs: 10_000,
      seed: '1',
    });
    await connections.close();
    return { atOnce, all };
  } finally {
    server.close();
  }
}

describe('the connections of the open loop', () => {
  it('are opened one after another, so that a cluster deals them out evenly', async () => {
    const { atOnce, all } = await openingOf(50, 0);
    assert.equal(all, 50);
    // One, but on a machine that is too busy to open fifty in half a second.
    assert.ok(atOnce <= 10, `${atOnce} of 50 at once`);
  });

  it('do not wait for one another’s answers over a long way', async () => {
    assert.deepEqual(await openingOf(20, 1_000), { atOnce: 20, all: 20 });
  });

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
