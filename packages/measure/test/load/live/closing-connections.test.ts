import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { after, describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGenerators } from '../../../src/load/loads.ts';
import { served } from '../../fixtures/served.ts';

const generators = createGenerators();
const { signal } = new AbortController();
after(() => generators.stop());

/** The answer to `GET /primes?upTo=10`. */
const right = { upTo: 10, count: 4, largest: 7, computeMs: 0.1, worker: { pid: 1, threadId: 0 } };
const query = { upTo: '10' };
const window = { leadInSeconds: 0.5, seconds: 1 };
/** Faster answers would only be more of the same. */
const ANSWER_MS = 20;

/** Starts a server that closes each connection after this many requests (default: none). */
async function serverOf(t: TestContext, listener: RequestListener, maxRequestsPerSocket = 0) {
  const started = await served(listener, t);
  started.server.maxRequestsPerSocket = maxRequestsPerSocket;
  return started;
}

const loops = {
  closed: (origin: string) =>
    generators.closed.run(
      { origin, load: { kind: 'closed', query, connections: 4 }, workload: 'primes', ...window },
      signal,
    ),
  open: (origin: string) =>
    generators.open.run(
      {
        origin,
        targets: [{ label: 'all', weight: 1, path: '/primes?upTo=10' }],
        verify: { workload: 'primes', queries: [query] },
        arrivals: 'poisson',
        policy: 'random',
        connections: 4,
        mostConnections: 100,
        perSecond: 40,
        timeoutMs: 5_000,
        seed: '1',
        ...window,
      },
      signal,
    ),
};

const answerSoon: RequestListener = async (_request, response) => {
  await sleep(ANSWER_MS);
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(right));
};

for (const loop of ['closed', 'open'] as const) {
  describe(`the ${loop} loop and a service that closes connections as HTTP allows`, () => {
    for (const [how, listener, perSocket] of [
      [
        'after each answer',
        (request, response) => answerSoon(request, response.setHeader('Connection', 'close')),
        0,
      ],
      ['after three requests', answerSoon, 3],
      [
        'to end each answer',
        async ({ socket }) => {
          await sleep(ANSWER_MS);
          socket.end(`HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(right)}`);
        },
        1,
      ],
    ] as const satisfies [string, RequestListener, number][]) {
      it(`${how}: no request is lost`, async (t) => {
        const { origin, count } = await serverOf(t, listener, perSocket);
        const { sent, ok, inFlight, ...others } = (await loops[loop](origin)).result.accounting;
        assert.deepEqual(others, { wrong: 0, refused: 0, failed: 0, timedOut: 0, lost: 0 });
        assert.equal(ok + inFlight, sent);
        assert.ok(ok > 20, `${ok} answers`);
        assert.ok(count.connections >= ok / Math.max(1, perSocket), `${count.connections} connections`);
      });
    }

    it('names the reason why an answer could not be read', async (t) => {
      const { origin } = await serverOf(t, ({ socket }) => socket.write('HTTP/1.1 fine\r\n\r\n'));
      // The greeting of the open loop meets this answer, too.
      const measured = await loops[loop](origin).then(
        ({ result }) => result.firstFailure,
        (error: Error) => error.message,
      );
      assert.match(measured ?? '', /the answer is not HTTP|does not match the HTTP/);
    });
  });
}

describe('the closed loop and a service that fails', () => {
  for (const [how, cut] of [
    ['by an end', (socket: Socket) => socket.end()],
    ['by a reset', (socket: Socket) => socket.resetAndDestroy()],
  ] as const) {
    it(`counts answers that are cut ${how} as failed, and none of the others as wrong`, async (t) => {
      let asked = 0;
      const { origin } = await serverOf(t, async (request, response) => {
        if (++asked % 3 > 0) return answerSoon(request, response);
        response.setHeader('Content-Length', 500).write('{ "upTo": 10, ');
        await sleep(ANSWER_MS);
        cut(request.socket);
      });
      const { result } = await loops.closed(origin);
      const { sent, ok, failed, inFlight, ...others } = result.accounting;
      assert.deepEqual(others, { wrong: 0, refused: 0, timedOut: 0, lost: 0 });
      assert.equal(ok + failed + inFlight, sent);
      assert.ok(ok > 10 && failed > 5, `${ok} answers, ${failed} failed`);
    });
  }

  it('waits before it connects again if nothing listens', async (t) => {
    const { origin, server } = await serverOf(t, answerSoon);
    server.close();
    await once(server, 'close');
    const began = performance.now();
    const { accounting, firstFailure } = (await loops.closed(origin)).result;
    const most = 4 * (1 + (performance.now() - began) / 10);
    assert.ok(accounting.failed > 4 && accounting.failed <= most, `${accounting.failed} failed`);
    assert.match(firstFailure ?? '', /ECONNREFUSED/);
  });
});
