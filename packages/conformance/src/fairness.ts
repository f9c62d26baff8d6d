import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { metric } from './observability.ts';
import { send, warmConnections } from './requests.ts';
import { it } from './sentence.ts';
import { SLOW } from './trouble.ts';

const CROWD = 30;

/**
 * Heavy requests leave room for the others, and those of one connection for those of another.
 *
 * @param origin of a service that has the workload `TROUBLE`
 */
export function fairness(origin: () => string): void {
  it('answers a light request before the heavy ones that came first', async () => {
    let heavy = 0;
    const agent = await warmConnections(origin(), CROWD + 1);
    const ask = (path: string) => send(origin(), path, 'GET', {}, agent);
    const crowd = Array.from({ length: CROWD }, () => ask(SLOW).then(() => heavy++));
    await sleep(50);
    assert.equal((await ask('/hello')).status, 200);
    const before = heavy;
    await Promise.all(crowd);
    agent.destroy();
    assert.ok(before < CROWD / 2, `${before} of ${CROWD} came before it`);
  });

  it('gives back the places of a client that sent many requests at once on one connection, and left', async () => {
    const { hostname, port } = new URL(origin());
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(`GET ${SLOW} HTTP/1.1\r\nHost: test\r\n\r\n`.repeat(CROWD));
    await sleep(100);
    socket.destroy();
    assert.equal((await send(origin(), SLOW)).status, 200);
    const pending = async () => metric((await send(origin(), '/metrics')).body, /^requests_pending /);
    for (let look = 0; (await pending()) > 0; look++) {
      assert.ok(look < 200, 'some places were never given back');
      await sleep(50);
    }
  });
}
