import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { runOpenLoop } from '../../../src/measure/load/loads.ts';
import type { OpenLoopSpec } from '../../../src/measure/load/open/spec.ts';
import { withServer } from '../../../src/selfcheck/with-server.ts';
import { quantile, sortedCopy } from '../../../src/stats/quantile.ts';

const spec = (origin: string, change: Partial<OpenLoopSpec> = {}): OpenLoopSpec => ({
  origin,
  targets: [{ label: 'all', path: '/', share: 1 }],
  arrivals: 'constant',
  perSecond: 100,
  seconds: 2,
  leadInSeconds: 0,
  seed: '1',
  policy: 'keep-alive',
  connections: 8,
  mostConnections: 500,
  timeoutMs: 5_000,
  ...change,
});
const never = new AbortController().signal;
const run = (behaviour: 'constant' | 'freezing', argument: number, change: Partial<OpenLoopSpec> = {}) =>
  withServer(behaviour, argument, (origin) => runOpenLoop(spec(origin, change), never));

describe('the open loop', () => {
  it('sends every request of the schedule and accounts for each', async () => {
    const { result, latencies } = await run('constant', 5);
    const { sent, ...fates } = result.accounting;
    assert.equal(sent, 200);
    assert.equal(
      Object.values(fates).reduce((sum, count) => sum + count, 0),
      sent,
    );
    assert.equal(fates.ok, 200);
    assert.equal(latencies.length, 200);
  });

  it('leaves the lead-in out of the latencies, and in the accounting', async () => {
    const { result, latencies } = await run('constant', 1, { leadInSeconds: 1, seconds: 1 });
    assert.equal(result.accounting.sent, 200);
    assert.equal(latencies.length, 100);
  });

  it('goes on sending while the server is slow, on as many connections as that takes', async () => {
    const { result } = await run('constant', 400, { connections: 2 });
    assert.equal(result.accounting.ok, 200);
    assert.ok(result.connectionsOpened >= 35, `${result.connectionsOpened} connections for 40 in flight`);
    assert.equal(result.socketWaits, 0);
  });

  it('counts a wait where it may open no more connections', async () => {
    const { result } = await run('constant', 200, { connections: 2, mostConnections: 2, seconds: 0.5 });
    assert.ok(result.socketWaits > 0);
    assert.equal(result.accounting.ok, 50);
  });

  it('shows a freeze to the requests that were due meanwhile', async () => {
    const { latencies } = await run('freezing', 600, { seconds: 6 });
    const frozen = latencies.filter((latency) => latency > 100).length;
    assert.ok(frozen > 30, `${frozen} of some 50 that were due in the freeze`);
    assert.ok(quantile(sortedCopy(latencies), 1) > 400);
  });

  it('censors a request without an answer at its timeout instead of dropping it', async () => {
    const { result, latencies } = await run('constant', 60_000, {
      timeoutMs: 300,
      seconds: 0.5,
      connections: 0,
    });
    assert.equal(result.accounting.timedOut, 50);
    assert.deepEqual(new Set(latencies), new Set([300]));
  });

  it('opens a connection for each request where the policy says so', async () => {
    const { result } = await run('constant', 1, { policy: 'per-request', seconds: 0.5 });
    assert.equal(result.connectionsOpened, 50);
    assert.equal(result.accounting.ok, 50);
  });

  it('counts a server that is not there as failures', async () => {
    const { result } = await runOpenLoop(
      spec('http://127.0.0.1:9', { policy: 'per-request', seconds: 0.3 }),
      never,
    );
    assert.equal(result.accounting.failed, 30);
  });

  it('asks for the parts of a mix, and keeps their latencies apart', async () => {
    const targets = [
      { label: 'small', path: '/', share: 3 },
      { label: 'large', path: '/', share: 1 },
    ];
    const { result, latencies, parts } = await run('constant', 1, { targets, seconds: 1 });
    const [small = 0, large = 0] = ['small', 'large'].map((label) => parts[label]?.length);
    assert.equal(small + large, latencies.length);
    assert.equal(result.accounting.ok, 100);
    assert.ok(small > large && large > 0, `${small} and ${large}`);
  });

  it('goes on at another rate afterwards, which only the timeline shows', async () => {
    const { result, latencies } = await run('constant', 1, {
      seconds: 0.5,
      afterwards: { perSecond: 20, seconds: 0.5 },
      timeline: true,
    });
    assert.equal(latencies.length, 50);
    assert.equal(result.accounting.sent, 60);
    assert.equal(result.timeline?.ok.length, 10);
    assert.deepEqual(result.timeline?.ok.slice(6), [2, 2, 2, 2]);
  });

  it('gives every request an id of its own', async () => {
    const ids: unknown[] = [];
    const server = createServer((request, response) => {
      if (request.url !== '/hello') ids.push(request.headers['x-request-id']);
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const { result } = await runOpenLoop(spec(`http://127.0.0.1:${port}`, { seconds: 0.4 }), never);
      assert.equal(result.accounting.ok, 40);
      assert.equal(new Set(ids).size, 40);
      assert.ok(ids.every((id) => typeof id === 'string' && id !== ''));
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
});
