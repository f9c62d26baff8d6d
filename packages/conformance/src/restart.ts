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
/** Connections that are idle when the signal comes: two for each process that may serve. */
const KEPT = 4;
const ROUNDS = isSoak ? 5 : 1;
/** All connections stay in use, and there is time left for two instances that start and end. */
const PAUSE_MS = 300;
const HEALTH_EVERY_MS = 100;
/**
 * Many checks long: on a busy machine an answer to one has taken 630 ms, and a balancer that does not know yet
 * goes on sending, whatever the service does.
 */
const DRAIN_DELAY_MS = 3_000;

type Instance = { started: Started; readonly port: number; readonly agent: Agent; healthy: boolean };

/**
 * The least that a balancer does: takes whoever says that it is ready, in turn, over keep-alive connections, and
 * tries nothing twice.
 */
async function balance(
  instances: readonly Instance[],
): Promise<{ server: Server; origin: string; stop(): void }> {
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const healthy = instances.filter((instance) => instance.healthy);
    const instance = healthy[turn++ % healthy.length];
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
  /** One check after the other: an answer that is late must not overwrite a newer one. */
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

/** Rolling restart, and the end of a service whose connections are all busy. Each waits for most of its time. */
export function survivesRestarts(folder: Place): void {
  describe('restarts under load', { concurrency: 3 }, () => restarts(folder));
}

function restarts(folder: Place): void {
  it('rolling-restart', async () => {
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
          for (const other = instance; !other.healthy; ) await sleep(HEALTH_EVERY_MS);
        }
      }
      await sleep(500);
    } finally {
      await load.stop();
      balancer.stop();
      for (const { started } of instances) await endContestant(started);
    }
    const failed = load.exchanges.filter(({ right }) => !right);
    assert.ok(load.exchanges.length > CONNECTIONS * 2, 'there was a load');
    assert.deepEqual(failed, []);
  });

  it('closes-from-sigterm', async () => {
    const service = await startContestant(folder, { DRAIN_DELAY_MS: String(DRAIN_DELAY_MS) });
    const agent = await warmConnections(service.origin, KEPT);
    try {
      service.child.kill('SIGTERM');
      // A parent passes the signal on to its children. They take turns with new connections.
      for (let unready = 0; unready < 2; unready++)
        if ((await send(service.origin, '/readyz')).status === 200) unready = -1;
      const kept = Array.from({ length: KEPT }, () =>
        send(service.origin, '/primes?upTo=1000', 'GET', { connection: 'keep-alive' }, agent),
      );
      for (const reply of await Promise.all(kept)) {
        assert.equal(json(reply).count, 168);
        assert.equal(reply.headers.connection, 'close');
      }
      assert.equal(await service.ended, 0, service.output());
    } finally {
      agent.destroy();
      await endContestant(service);
    }
  });

  it('stops-under-load', async () => {
    const service = await startContestant(folder, { WORKLOAD: TROUBLE, LOG_LEVEL: 'silent' });
    const load = startLoad(service.origin, CONNECTIONS, { endsWithService: true, blockMs: 10 });
    try {
      await until(
        () => load.exchanges.length > CONNECTIONS,
        () => 'there was no load',
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
  });
}
