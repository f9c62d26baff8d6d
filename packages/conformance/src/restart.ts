import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { endContestant, freePort, type Place, type Started, startContestant } from './contestant.ts';
import { ask, startLoad } from './load.ts';
import { json, send, warmConnections } from './requests.ts';
import { it } from './sentence.ts';
import { isSoak } from './soak.ts';
import { TROUBLE } from './trouble.ts';
import { until } from './until.ts';

const CONNECTIONS = 20;
/** The number of idle connections at the signal: two for each process. */
const IDLE_CONNECTIONS = 4;
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
 */
async function balance(
  instances: readonly Instance[],
): Promise<{ server: Server; origin: string; stop(): void }> {
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
  return {
    server,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      stopped = true;
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Tests a rolling restart, and the stop of a service whose connections are all busy. Each waits for most of its time. */
export function survivesRestarts(folder: Place): void {
  describe('restarts under load', { concurrency: 3 }, () => {
    it('rolling-restart', () => rollingRestart(folder));
    it('closes-from-sigterm', () => closesFromSigterm(folder));
    it('stops-under-load', () => stopsUnderLoad(folder));
  });
}

async function rollingRestart(folder: Place): Promise<void> {
  const queue = { QUEUE_NAME: `restart-${crypto.randomUUID()}` };
  const env = { LOG_LEVEL: 'silent', WORKERS: '1', DRAIN_DELAY_MS: String(DRAIN_DELAY_MS), ...queue };
  const start = (port: number) => startContestant(folder, { ...env, PORT: String(port) });
  const instances: Instance[] = [];
  for (const port of [await freePort(), await freePort()]) {
    const agent = new Agent({ keepAlive: true });
    instances.push({ started: await start(port), port, agent, healthy: true });
  }
  const balancer = await balance(instances);
  const load = startLoad(balancer.origin, CONNECTIONS, { pauseMs: PAUSE_MS });
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (const instance of instances) {
        await sleep(500);
        instance.started.child.kill('SIGTERM');
        assert.equal(await instance.started.ended, 0, instance.started.output());
        instance.started = await start(instance.port);
        while (!instance.healthy) await sleep(HEALTH_EVERY_MS);
      }
    }
    await sleep(500);
  } finally {
    await load.stop();
    balancer.stop();
    for (const { started } of instances) await endContestant(started);
  }
  const failed = load.exchanges.filter(({ right }) => !right);
  assert.ok(load.exchanges.length > CONNECTIONS * 2, 'the load sent too few requests');
  assert.deepEqual(failed, []);
}

async function closesFromSigterm(folder: Place): Promise<void> {
  const service = await startContestant(folder, { DRAIN_DELAY_MS: String(DRAIN_DELAY_MS) });
  const agent = await warmConnections(service.origin, IDLE_CONNECTIONS);
  try {
    service.child.kill('SIGTERM');
    // A parent process passes the signal on to its children, which get new connections round-robin.
    for (let unready = 0; unready < 2; unready++)
      if ((await send(service.origin, '/readyz')).status === 200) unready = -1;
    const replies = Array.from({ length: IDLE_CONNECTIONS }, () =>
      send(service.origin, '/primes?upTo=1000', 'GET', { connection: 'keep-alive' }, agent),
    );
    for (const reply of await Promise.all(replies)) {
      assert.equal(json(reply).count, 168);
      assert.equal(reply.headers.connection, 'close');
    }
    assert.equal(await service.ended, 0, service.output());
  } finally {
    agent.destroy();
    await endContestant(service);
  }
}

async function stopsUnderLoad(folder: Place): Promise<void> {
  const service = await startContestant(folder, { WORKLOAD: TROUBLE, LOG_LEVEL: 'silent' });
  const load = startLoad(service.origin, CONNECTIONS, { endsWithService: true, blockMs: 10 });
  try {
    await until(
      () => load.exchanges.length > CONNECTIONS,
      () => 'the load does not begin',
    );
    service.child.kill('SIGTERM');
    assert.equal(await service.ended, 0, service.output());
  } finally {
    await load.stop();
    await endContestant(service);
  }
  assert.deepEqual(
    load.exchanges.filter(({ right }) => !right),
    [],
  );
}
