import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { holdTask } from './held-task.ts';
import { pendingRequests } from './observability.ts';
import { send, warmConnections } from './requests.ts';
import { it } from './sentence.ts';
import { SLOW } from './trouble.ts';
import { until } from './until.ts';

const CROWD = 30;

/**
 * Tests that heavy requests do not block light ones, nor one connection another.
 *
 * @param origin of a service that has the workload `TROUBLE`
 */
export function fairness(origin: () => string): void {
  it('light-before-heavy', async () => {
    let heavy = 0;
    const held = holdTask();
    const agent = await warmConnections(origin(), CROWD + 1);
    const ask = (path: string) => send(origin(), path, 'GET', {}, agent);
    const crowd = Array.from({ length: CROWD }, () =>
      ask(`/primes?${held.query}&blockMs=20`).then(() => heavy++),
    );
    const light = ask('/hello');
    await sleep(50); // all requests have arrived while the first heavy ones are computed
    held.release();
    assert.equal((await light).status, 200);
    const before = heavy;
    await Promise.all(crowd);
    agent.destroy();
    assert.ok(before < CROWD / 2, `${before} of ${CROWD} heavy requests were answered before the light one`);
  });

  it('left-client-frees-places', async () => {
    const { hostname, port } = new URL(origin());
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(`GET ${SLOW} HTTP/1.1\r\nHost: test\r\n\r\n`.repeat(CROWD));
    await sleep(100);
    socket.destroy();
    assert.equal((await send(origin(), SLOW)).status, 200);
    await until(
      async () => (await pendingRequests(origin())) === 0,
      () => 'some places are never freed',
    );
  });
}
