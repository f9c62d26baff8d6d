import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGenerators } from '../../../src/load/loads.ts';
import { served } from '../../fixtures/served.ts';
import { whileRunning } from '../../fixtures/while-running.ts';

const workload = join(import.meta.dirname, '../../fixtures/workloads/in-turn.ts');
const generators = createGenerators();
const { signal } = new AbortController();

/** The number of requests for each input. */
let asked: Map<string, number>;
/** The media types of the bodies. */
let types: Set<string | undefined>;
let wrongFor: string | undefined;
beforeEach(() => {
  asked = new Map();
  types = new Set();
  wrongFor = undefined;
});
const { origin } = await served(async (request, response) => {
  if (request.url === '/hello') return void response.end(); // opens a connection
  let body = '';
  for await (const piece of request.setEncoding('utf8')) body += piece;
  const name = new URL(request.url ?? '', 'http://here').searchParams.get('of') ?? '';
  assert.equal(body, `"the body of ${name}"`);
  types.add(request.headers['content-type']);
  asked.set(name, (asked.get(name) ?? 0) + 1);
  await sleep(10);
  const of = name === wrongFor ? 'another' : name;
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify({ of, computeMs: 1, worker: { pid: 1, threadId: 0 } }));
});
after(() => generators.stop());

const window = { leadInSeconds: 0.1, seconds: 1 };

/** Loads a service until each input was requested often, however long that takes. */
const closed = async () => {
  const load = { kind: 'closed', query: { of: 'all' }, connections: 3 } as const;
  const running = generators.closed.run({ origin, load, workload, ...window, untilFinish: true }, signal);
  const often = () => asked.size === 3 && Math.min(...asked.values()) >= 30;
  await whileRunning(running, () => !often());
  generators.closed.finish();
  return running;
};
const open = () =>
  generators.open.run(
    {
      origin,
      targets: [{ label: 'all', weight: 1, path: '/in-turn?of=all' }],
      arrivals: 'poisson',
      perSecond: 100,
      ...window,
      seed: 'turns',
      policy: 'per-request',
      connections: 4,
      mostConnections: 50,
      timeoutMs: 30_000,
      verify: { workload, queries: [{ of: 'all' }] },
    },
    signal,
  );

describe('a load whose inputs come in turn', () => {
  for (const [kind, run] of [
    ['closed', closed],
    ['open', open],
  ] as const) {
    it(`requests each input about equally often, with its own body, in a ${kind} loop`, async () => {
      const { result } = await run();
      assert.deepEqual([result.firstWrong, result.accounting.failed], [undefined, 0]);
      assert.deepEqual([...asked.keys()].sort(), ['a', 'b', 'c']);
      assert.deepEqual([...types], ['application/json'], 'as its workload says');
      const counts = [...asked.values()];
      assert.ok(Math.max(...counts) < 2 * Math.min(...counts), counts.join());
    });

    it(`finds a wrong answer to one input in a ${kind} loop`, async () => {
      wrongFor = 'b';
      const { result } = await run();
      assert.match(result.firstWrong ?? '', /the oracle refuses it: \{"of":"another"/);
      const { ok, wrong } = result.accounting;
      assert.ok(ok > 0 && wrong > 0 && wrong < ok, `${ok} and ${wrong}`);
    });
  }

  it('is one part of a mixed load', async () => {
    const { parts } = await open();
    assert.deepEqual(parts, {});
  });

  it('makes the kernel run each input equally often', async () => {
    const time = { workload, query: { of: 'all' }, ms: 0, threads: 1 };
    assert.equal((await generators.reference.run(time, signal)).runs, 3);
  });
});
