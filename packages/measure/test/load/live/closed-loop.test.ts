import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadWorkload } from '@cpu-bound/workload';
import { closedLoop } from '../../../src/load/closed/closed-loop.ts';
import { type ClosedTask, createGenerators } from '../../../src/load/loads.ts';
import { exchangesOf } from '../../../src/load/verifier.ts';
import type { LoadResult } from '../../../src/model.ts';
import { served } from '../../fixtures/served.ts';
import digests from '../../fixtures/workloads/digests.ts';

const DIGESTS = join(import.meta.dirname, '../../fixtures/workloads/digests.ts');
const generators = createGenerators();
const { signal } = new AbortController();
const connections = 4;
/** The answer to `GET /primes?upTo=10`. */
const right = { upTo: 10, count: 4, largest: 7, computeMs: 0.1, worker: { pid: 1, threadId: 0 } };

let answers = 0;
const { origin } = await served(async (_request, response) => {
  await sleep(20);
  answers++;
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(right));
});
after(() => generators.stop());

const task = (changes: Partial<ClosedTask> = {}): ClosedTask => ({
  origin,
  load: { kind: 'closed', query: { upTo: '10' }, connections },
  leadInSeconds: 0.1,
  seconds: 0.3,
  workload: 'primes',
  ...changes,
});

/** Loads a server until the window is over and the server has had enough requests. */
async function resultOf(
  listener: RequestListener,
  changes: Partial<ClosedTask> = {},
  hadEnough = () => true,
): Promise<LoadResult> {
  const own = await served(listener);
  const spec = task({ origin: own.origin, untilFinish: true, ...changes });
  const running = generators.closed.run(spec, signal);
  while (!hadEnough()) await sleep(10);
  generators.closed.finish();
  return (await running).result;
}

const total = (counts: object) => Object.values(counts).reduce((sum, count) => sum + count, 0);

describe('the closed loop', () => {
  it('takes no interim response for the answer, which comes after it', async () => {
    let answered = 0;
    const result = await resultOf(
      (_request, response) => {
        response.writeEarlyHints({ link: '</style.css>; rel=preload' });
        response.writeProcessing();
        answered++;
        response.setHeader('Content-Type', 'application/json').end(JSON.stringify(right));
      },
      {},
      () => answered > 20,
    );
    const { ok, sent, inFlight, ...others } = result.accounting;
    assert.ok(ok > 0);
    assert.equal(ok + inFlight, sent, JSON.stringify(others));
    assert.equal(result.firstFailure, undefined);
  });

  it('verifies every answer, accounts for every request, and counts those of its window', async () => {
    // The lead-in is long enough for some answers, even on a busy machine.
    const { result } = await generators.closed.run(task({ leadInSeconds: 1 }), signal);
    const { sent, ...ends } = result.accounting;
    assert.equal(total(ends), sent);
    assert.ok(result.answers > 0 && result.answers < ends.ok);
    assert.deepEqual([result.seconds, result.firstWrong], [0.3, undefined]);
  });

  it('finds each wrong answer among the right ones', async () => {
    let asked = 0;
    const { accounting, firstWrong } = await resultOf(
      async (_request, response) => {
        await sleep(10);
        const isWrong = ++asked <= 50 && asked % 7 === 0;
        response.end(JSON.stringify({ ...right, count: isWrong ? 5 : right.count }));
      },
      {},
      () => asked > 60,
    );
    assert.match(firstWrong ?? '', /the oracle refuses it: /);
    assert.equal(accounting.wrong, 7);
    assert.ok(accounting.ok > 40);
  });

  it('counts second answers, and finds none of a service that answers once', async () => {
    const answer = JSON.stringify(right);
    const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${answer.length}\r\n\r\n`;
    const found: boolean[] = [];
    for (const times of [1, 2]) {
      let asked = 0;
      const { answeredTwice = 0 } = await resultOf(
        async ({ socket }) => {
          await sleep(10);
          asked++;
          socket.write(`${head}${answer}`.repeat(times));
        },
        {},
        () => asked > 50,
      );
      found.push(answeredTwice > 0);
    }
    assert.deepEqual(found, [false, true]);
  });
});

describe('the connections of a closed loop', () => {
  it('are not necessary to begin: a service that answers nothing gets its requests', async () => {
    const { accounting } = await resultOf(() => {});
    assert.deepEqual([accounting.sent, accounting.inFlight], [connections, connections]);
  });

  it('are divided among several generators, which measure one window', async () => {
    const edges: string[] = [];
    const { result, latencies } = await generators.closed.run(
      task({ leadInSeconds: 0.5, seconds: 1, generators: 2 }),
      signal,
      (edge) => edges.push(edge),
    );
    assert.equal(generators.closed.pids.length, 2);
    assert.deepEqual(edges, ['from', 'to']);
    const { sent, ...ends } = result.accounting;
    assert.equal(total(ends), sent);
    assert.ok(ends.inFlight <= connections, `${ends.inFlight} under way`);
    assert.ok(result.answers > 0 && result.answers === latencies.length);
  });
});

describe('a closed loop whose service breaks connections', () => {
  for (const [how, breaks] of [
    ['by an end', (socket: Socket) => socket.end()],
    ['by a reset', (socket: Socket) => socket.resetAndDestroy()],
  ] as const) {
    it(`${how} connects again, and counts the requests without an answer`, async () => {
      let asked = 0;
      const { accounting } = await resultOf(
        async (request, response) => {
          await sleep(10);
          if (++asked % 10 === 0) return void breaks(request.socket);
          response.setHeader('Content-Type', 'application/json').end(JSON.stringify(right));
        },
        {},
        () => asked >= 60,
      );
      const { sent, ...ends } = accounting;
      assert.ok(ends.ok > 20 && ends.lost + ends.failed > 2, JSON.stringify(accounting));
      assert.equal(total(ends), sent);
      assert.ok(sent >= 60 && sent <= asked + connections, `${sent} sent, ${asked} came`);
    });
  }
});

describe('an answer to the closed loop', () => {
  const computeRecord = { computeMs: 0.1, worker: right.worker };
  const made = (as: string) => digests.run({ rounds: 3, as, body: digests.bodyFor() });
  const taskWith = (as: string): Partial<ClosedTask> => ({
    load: { kind: 'closed', query: { rounds: '3', as }, connections },
    workload: DIGESTS,
  });

  it('may be octets that are no text', async () => {
    const { octets, ...fields } = made('octets');
    const header = JSON.stringify({ ...fields, ...computeRecord }).replace(
      'Zürich, 東京',
      'Z\\u00fcrich, \\u6771\\u4eac',
    );
    const { accounting, firstWrong } = await resultOf((_request, response) => {
      response.setHeader('X-Result', header).end(octets);
    }, taskWith('octets'));
    assert.ok(accounting.ok > 0);
    assert.equal(firstWrong, undefined);
  });

  it('may be cut within a letter on its way', async () => {
    const json = Buffer.from(JSON.stringify({ ...made('text'), ...computeRecord }));
    const within = json.indexOf('東') + 1;
    const { accounting, firstWrong } = await resultOf(async (_request, response) => {
      response.setHeader('Content-Type', 'application/json').write(json.subarray(0, within));
      await sleep(5);
      response.end(json.subarray(within));
    }, taskWith('text'));
    assert.ok(accounting.ok > 0);
    assert.equal(firstWrong, undefined);
  });
});

describe('a closed loop that continues until finish() is called', () => {
  it('loads the service after its window too, without an effect on the figures', async () => {
    const edges: string[] = [];
    const { promise: windowOver, resolve } = Promise.withResolvers<void>();
    const running = generators.closed.run(task({ untilFinish: true }), signal, (edge) => {
      edges.push(edge);
      if (edge === 'to') resolve();
    });
    await windowOver;
    const atEdge = answers;
    let isOver = false;
    void running.then(() => {
      isOver = true;
    });
    while (!isOver && answers < atEdge + 40) await sleep(10);
    assert.equal(isOver, false, 'the load has ended before finish() was called');
    generators.closed.finish();
    const { result } = await running;
    assert.deepEqual(edges, ['from', 'to']);
    assert.equal(result.seconds, 0.3);
    const { sent, ok } = result.accounting;
    assert.ok(ok >= result.answers + 40 && sent >= ok, 'the accounting lacks the answers after the window');
  });

  it('measures its complete window if finish() is called before its end', async () => {
    const running = generators.closed.run(task({ untilFinish: true }), signal);
    generators.closed.finish();
    const { result } = await running;
    assert.equal(result.seconds, 0.3);
    assert.ok(result.answers > 0);
  });
});

it('a closed loop reports a pause of its generator that begins at once with the window', async () => {
  const inTurn = exchangesOf(await loadWorkload('primes'), { upTo: '10' });
  const { result } = await closedLoop(task({ seconds: 1 }), inTurn, {
    passEdge(edge) {
      if (edge === 'from') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
    },
  });
  assert.ok(result.generatorPauseMs >= 300, `${result.generatorPauseMs} ms`);
});
