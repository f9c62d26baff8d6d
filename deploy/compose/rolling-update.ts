import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const FILES = ['-f', 'docker-compose.yml', '-f', 'deploy/compose/replicas.yml'];
const NETWORK = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}';

/** Runs docker, and returns its output; rejects with its error. COMPOSE_PROJECT_NAME chooses the project. */
const docker = async (...args: string[]): Promise<string> =>
  (await run('docker', args, { cwd: ROOT })).stdout.trim();
const compose = (...args: string[]) => docker('compose', ...FILES, ...args);

/** Lists the ids of the running containers of a service. */
export const replicasOf = async (service: string): Promise<string[]> =>
  (await compose('ps', '--quiet', service)).split('\n').filter(Boolean);

/** Starts containers of the current image and configuration up to a number; running ones stay unchanged. */
export const scaleUp = (service: string, replicas: number): Promise<string> =>
  compose(
    ...['up', '--detach', '--no-build', '--no-deps', '--no-recreate'],
    ...['--scale', `${service}=${replicas}`, service],
  );

export const addressOf = (container: string): Promise<string> =>
  docker('inspect', '--format', NETWORK, container);

/** Stops a container: SIGTERM, and SIGKILL after the service's stop_grace_period. */
export async function stop(container: string): Promise<void> {
  await docker('stop', container);
  await docker('rm', '--volumes', container);
}

/** Lists the connections of Redis, a line each. */
export const redisClients = async (): Promise<string[]> =>
  (await compose('exec', '-T', 'redis', 'redis-cli', 'client', 'list')).split('\n');

/**
 * Replaces the replicas of services one after the other. A new one serves before an old one gets SIGTERM, so their number
 * never falls.
 *
 *   node deploy/compose/rolling-update.ts single cluster threads queue queue-worker
 */
const STATS = 'http://127.0.0.1:8404/stats;csv';
const POLL_MS = 250;
const SERVING_WITHIN_MS = 60_000;

async function roll(service: string): Promise<void> {
  const old = await replicasOf(service);
  if (old.length === 0) throw new Error(`no container of ${service} runs`);
  const seen = new Set(old);
  for (const container of old) {
    await scaleUp(service, old.length + 1);
    const [fresh] = (await replicasOf(service)).filter((id) => !seen.has(id));
    if (fresh === undefined) throw new Error(`no container of ${service} was started`);
    seen.add(fresh);
    await untilServing(service, fresh);
    await stop(container);
    console.log(`${service}: ${fresh.slice(0, 12)} instead of ${container.slice(0, 12)}`);
  }
}

/** Waits until a new replica serves. On a timeout the new one is stopped, and the old ones continue. */
async function untilServing(service: string, container: string): Promise<void> {
  const address = await addressOf(container);
  const isServing = service === 'queue-worker' ? takesJobs : getsRequests;
  for (const deadline = performance.now() + SERVING_WITHIN_MS; performance.now() < deadline; ) {
    if (await isServing(service, address)) return;
    await sleep(POLL_MS);
  }
  await stop(container);
  throw new Error(
    `the new ${service} was not ready within ${SERVING_WITHIN_MS / 1000} s; nothing was replaced`,
  );
}

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

/** Checks that a worker takes jobs: BullMQ's workers have names in Redis. */
const takesJobs = async (_service: string, address: string): Promise<boolean> =>
  (await redisClients()).some(
    (client) => client.includes(` addr=${address}:`) && client.includes(' name=bull:'),
  );

for (const service of process.argv.slice(2)) await roll(service);
