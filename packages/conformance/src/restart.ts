import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, type Place, readManifest, type Started, startForTest } from './contestant.ts';
import { declareExceptions, isSoak, it } from './contract.ts';
import { ask, type Load, startLoad } from './load.ts';
import { TROUBLE } from './trouble.ts';
import { until } from './until.ts';

const CONNECTIONS = 20;
const ROUNDS = isSoak ? 5 : 1;
/** All connections stay in use, and the cores have time for two instances that start and end. */
const PAUSE_MS = 300;
const HEALTH_EVERY_MS = 100;
/**
 * Many health checks fit into this time. On a busy machine one took 630 ms, and until then a balancer goes on sending
 * requests.
 */
const DRAIN_DELAY_MS = 3_000;

type Instance = { started: Started; readonly port: number; readonly agent: Agent; healthy: boolean };

/**
 * Starts a minimal balancer: it sends requests round-robin to the ready instances, over keep-alive connections, and
 * never retries.
 *
 * @returns its origin
 */
async function balance(t: TestContext, instances: readonly Instance[]): Promise<string> {
  let next = 0;
  const server = createServer((incoming, outgoing) => {
    const healthy = instances.filter((instance) => instance.healthy);
    const instance = healthy[next++ % healthy.length];
    if (!instance) return void outgoing.writeHead(502).end();
    const { port, agent } = instance;
    const upstream = request({ port, agent, host: '127.0.0.1', path: incoming.url }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502);
      answer.pipe(outgoing);
    });
    upstream.on('error', () => outgoing.headersSent || outgoing.writeHead(502).end()).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  let stopped = false;
  for (const instance of instances) void check(instance);
  /** Checks one after the other, so that a late answer does not overwrite a newer one. */
  async function check(instance: Instance): Promise<void> {
    while (!stopped) {
      const { outcome } = await ask(`http://127.0.0.1:${instance.port}/readyz`);
      instance.healthy = outcome === 200;
      await sleep(HEALTH_EVERY_MS);
    }
  }
  t.after(() => {
    stopped = true;
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Tests a rolling restart, and the stop of a service whose connections are all busy. Each waits for most of its time. */
export function survivesRestarts(folder: Place): void {
  declareExceptions(readManifest(folder).cannot);
  describe('restarts under load', { concurrency: 2 }, () => {
    it('rolling-restart', (t) => rollingRestart(t, folder));
    it('stops-under-load', (t) => stopsUnderLoad(t, folder));
  });
}

async function rollingRestart(t: TestContext, folder: Place): Promise<void> {
  const queue = { QUEUE_NAME: `restart-${crypto.randomUUID()}` };
  const env = { LOG_LEVEL: 'error', WORKERS: '1', DRAIN_DELAY_MS: String(DRAIN_DELAY_MS), ...queue };
  const startInstance = (port: number) => startForTest(t, folder, { ...env, PORT: String(port) });
  const instances: Instance[] = [];
  for (const port of [await freePort(), await freePort()]) {
    const agent = new Agent({ keepAlive: true });
    t.after(() => agent.destroy());
    instances.push({ started: await startInstance(port), port, agent, healthy: true });
  }
  const load = startLoad(await balance(t, instances), CONNECTIONS, { pauseMs: PAUSE_MS });
  t.after(load.stop);
  /** Each connection then carries a request to an instance that is stopped later. */
  const untilAllAsked = async () => {
    const before = load.exchanges.length;
    await until(() => load.exchanges.length >= before + 2 * CONNECTIONS, 'the load sends no requests');
  };
  for (let round = 0; round < ROUNDS; round++) {
    for (const instance of instances) {
      await untilAllAsked();
      instance.started.child.kill('SIGTERM');
      assert.equal(await instance.started.ended, 0, instance.started.output());
      instance.started = await startInstance(instance.port);
      await until(() => instance.healthy, 'the balancer does not see the new instance');
    }
  }
  await untilAllAsked();
  await load.stop();
  assert.deepEqual(failuresOf(load), []);
}

async function stopsUnderLoad(t: TestContext, folder: Place): Promise<void> {
  const service = await startForTest(t, folder, { WORKLOAD: TROUBLE, LOG_LEVEL: 'silent' });
  const load = startLoad(service.origin, CONNECTIONS, { endsWithService: true, blockMs: 10 });
  t.after(load.stop);
  await until(() => load.exchanges.length > CONNECTIONS, 'the load does not begin');
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  service.child.kill('SIGTERM');
  assert.equal(await service.ended, 0, service.output());
  await load.stop();
  const stoodMs = delay.max / 1e6;
  if (failuresOf(load).length > 0 && stoodMs > MOST_STANDING_MS)
    return t.skip(`this machine stopped the client for ${stoodMs.toFixed(0)} ms: a service waits no longer`);
  assert.deepEqual(failuresOf(load), []);
}

/** A service waits this long for the next request of a client. One that stood still for longer sends it too late. */
const MOST_STANDING_MS = 500;

const failuresOf = ({ exchanges }: Load) => exchanges.filter(({ right }) => !right);
