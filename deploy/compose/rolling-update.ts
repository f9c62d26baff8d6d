import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf, redisClients, replicasOf, scaleUp, stop } from './engine.ts';

/**
 * Replaces the replicas of services one after the other: one more is started and taken in before an old one is told to
 * stop, so that there are never fewer than before.
 *
 *   node deploy/compose/rolling-update.ts single cluster threads queue queue-worker
 */
const STATS = 'http://127.0.0.1:8404/stats;csv';
const LOOK_MS = 250;
const TAKEN_IN_WITHIN_MS = 60_000;

async function roll(service: string): Promise<void> {
  const old = await replicasOf(service);
  if (old.length === 0) throw new Error(`no container of ${service} runs`);
  const seen = new Set(old);
  for (const container of old) {
    await scaleUp(service, old.length + 1);
    const [fresh] = (await replicasOf(service)).filter((id) => !seen.has(id));
    if (fresh === undefined) throw new Error(`no container of ${service} was started`);
    seen.add(fresh);
    await untilTakenIn(service, fresh);
    await stop(container);
    console.log(`${service}: ${fresh.slice(0, 12)} instead of ${container.slice(0, 12)}`);
  }
}

/** Else the new one is stopped, and the old ones go on as if nothing had been. */
async function untilTakenIn(service: string, container: string): Promise<void> {
  const address = await addressOf(container);
  const isTakenIn = service === 'queue-worker' ? takesJobs : getsRequests;
  for (const deadline = performance.now() + TAKEN_IN_WITHIN_MS; performance.now() < deadline; ) {
    if (await isTakenIn(service, address)) return;
    await sleep(LOOK_MS);
  }
  await stop(container);
  throw new Error(
    `the new ${service} was not ready within ${TAKEN_IN_WITHIN_MS / 1000} s; nothing was replaced`,
  );
}

/** The balancer has found it and has heard from it that it is ready. */
async function getsRequests(service: string, address: string): Promise<boolean> {
  const [header = '', ...rows] = (await (await fetch(STATS)).text())
    .split('\n')
    .map((line) => line.split(','));
  const column = (name: string) => header.indexOf(name);
  return rows.some(
    (row) =>
      row[0] === service &&
      row[column('addr')]?.startsWith(`${address}:`) &&
      row[column('status')]?.startsWith('UP'),
  );
}

/** BullMQ's workers have names in Redis. */
const takesJobs = async (_service: string, address: string): Promise<boolean> =>
  (await redisClients()).some(
    (client) => client.includes(` addr=${address}:`) && client.includes(' name=bull:'),
  );

for (const service of process.argv.slice(2)) await roll(service);
