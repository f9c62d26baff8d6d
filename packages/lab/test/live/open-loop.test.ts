import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { createGenerators } from '@cpu-bound/measure/load/loads';
import type { OpenLoopSpec } from '@cpu-bound/measure/load/open/spec';
import { quantile, sortedCopy } from '@cpu-bound/stats/moments';
import { withServer } from '../../src/selfcheck/generator.ts';

const spec = (origin: string, change: Partial<OpenLoopSpec> = {}): OpenLoopSpec => ({
  origin,
  targets: [{ label: 'all', path: '/', weight: 1 }],
  arrivals: 'constant',
  perSecond: 100,
  seconds: 0.5,
  leadInSeconds: 0,
  seed: '1',
  policy: 'random',
  connections: 8,
  mostConnections: 500,
  timeoutMs: 5_000,
  ...change,
});
const never = new AbortController().signal;
/** One generator serves all tests, as in a run. */
const generators = createGenerators();
after(() => generators.stop());
const offer = (spec: OpenLoopSpec) => generators.open.run(spec, never);
const run = (behaviour: 'constant' | 'freezing', milliseconds: number, change: Partial<OpenLoopSpec> = {}) =>
  withServer(behaviour, milliseconds, (origin) => offer(spec(origin, change)));

describe('the open loop', () => {
  it('sends every request of the schedule and accounts for each', async () => {
    const { result, latencies } = await run('constant', 5);
    const { sent, ...endings } = result.accounting;
    assert.equal(sent, 50);
    const ended = Object.values(endings).reduce((sum, count) => sum + count, 0);
    assert.equal(ended, sent);
    assert.equal(endings.ok, 50);
    assert.equal(latencies.lags.length, 50);
    assert.ok(latencies.lags.every((lag, index) => lag <= (latencies.fromDue[index] ?? 0)));
    assert.ok(result.p50FromSent <= result.p50);
    assert.equal(latencies.fromDue.length, 50);
  });

  it('counts the requests of the lead-in, but not in the latencies', async () => {
    const { result, latencies } = await run('constant', 1, { leadInSeconds: 0.5 });
    assert.equal(result.accounting.sent, 100);
    assert.equal(latencies.fromDue.length, 50);
  });

  it('continues to send while the server is slow, on as many connections as necessary', async () => {
    const { result } = await run('constant', 400, { connections: 2, seconds: 1 });
    assert.equal(result.accounting.ok, 100);
    assert.ok(result.connectionsOpened >= 35, `${result.connectionsOpened} connections for 40 in flight`);
    assert.equal(result.socketWaits, 0);
  });

  it('counts a wait if it may open no more connections', async () => {
    const { result } = await run('constant', 50, { connections: 2, mostConnections: 2 });
    assert.ok(result.socketWaits > 0);
    assert.equal(result.accounting.ok, 50);
  });

  it('shows a freeze in the latencies of the requests that were due during it', async () => {
    const { latencies } = await run('freezing', 600, { seconds: 6 });
    const frozen = latencies.fromDue.filter((latency) => latency > 100).length;
    assert.ok(frozen > 30, `${frozen} of some 50 that were due in the freeze`);
    assert.ok(quantile(sortedCopy(latencies.fromDue), 1) > 400);
  });

  it('counts a request without an answer with its timeout as the latency', async () => {
    const { result, latencies } = await run('constant', 60_000, {
      timeoutMs: 300,
      connections: 0, // an initial connection would wait for the answer to its first request
    });
    assert.equal(result.accounting.timedOut, 50);
    assert.deepEqual(new Set(latencies.fromDue), new Set([300]));
  });

  it('opens a connection for each request if the policy is “per-request”', async () => {
    const { result } = await run('constant', 1, { policy: 'per-request' });
    assert.equal(result.connectionsOpened, 50);
    assert.equal(result.accounting.ok, 50);
  });

  it('counts requests to a missing server as failures', async () => {
    const { result } = await offer(spec('http://127.0.0.1:9', { policy: 'per-request', seconds: 0.3 }));
    assert.equal(result.accounting.failed, 30);
  });

  it('requests the parts of a mix, and reports their latencies separately', async () => {
    const targets = [
      { label: 'small', path: '/', weight: 3 },
      { label: 'large', path: '/', weight: 1 },
    ];
    const { result, latencies, parts } = await run('constant', 1, { targets, seconds: 1 });
    const [small = 0, large = 0] = ['small', 'large'].map((label) => parts[label]?.fromDue.length);
    assert.equal(small + large, latencies.fromDue.length);
    assert.equal(result.accounting.ok, 100);
    assert.ok(small > large && large > 0, `${small} and ${large}`);
  });

  it('continues at another rate after the window, which only the timeline shows', async () => {
    const { result, latencies } = await run('constant', 1, {
      afterwards: { perSecond: 20, seconds: 0.5 },
      timeline: true,
    });
    assert.equal(latencies.fromDue.length, 50);
    assert.equal(result.accounting.sent, 60);
    assert.equal(result.timeline?.ok.length, 10);
    assert.deepEqual(result.timeline?.ok, [10, 10, 10, 10, 10, 2, 2, 2, 2, 2]);
  });

  it('gives every request an id of its own, whether one generator sends them or two', async () => {
    const ids: unknown[] = [];
    const server = createServer((request, response) => {
      // Each connection begins with a request to /hello, which is no part of the load.
      if (request.url !== '/hello') ids.push(request.headers['x-request-id']);
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      for (const count of [1, 2]) {
        ids.length = 0;
        const load = { ...spec(`http://127.0.0.1:${port}`, { seconds: 0.4 }), generators: count };
        const edges: string[] = [];
        const { result, latencies } = await generators.open.run(load, never, (edge) => edges.push(edge));
        assert.deepEqual([result.accounting.ok, latencies.fromDue.length, ids.length], [40, 40, 40]);
        assert.ok(result.connectionsOpened >= 8);
        assert.equal(generators.open.pids.length, count);
        assert.deepEqual(ids.toSorted(), Array.from({ length: 40 }, (_, index) => `1#${index}`).toSorted());
        assert.deepEqual(edges, ['from', 'to']);
      }
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
});
