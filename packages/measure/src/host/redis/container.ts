import { randomUUID } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import getPort from 'get-port';
import type { Check } from '../../model.ts';
import type { Guard } from '../guard.ts';
import { reasonOf, run } from '../run.ts';
import { Lacking } from '../sources.ts';
import { ownRun, type Prepare } from './own.ts';
import { type RedisSource, untilAnswering } from './redis.ts';

/** The image, as in docker-compose.yml. */
export const IMAGE = 'redis:8-alpine';

/** The first use of the image downloads it. */
const WITHIN_MS = 120_000;

const docker = async (...args: string[]): Promise<string> =>
  (await run('docker', args, { timeout: WITHIN_MS })).stdout.trim();

/**
 * Starts containers of a Docker engine, each with its data in a volume.
 *
 * @param isShared tells whether a container can have the network of this process
 */
export const fromContainer = (guard: Guard, isShared = sharesNetwork): RedisSource => ({
  id: 'a container of the Docker engine',
  async start() {
    await docker('info', '--format', '{{.ServerVersion}}').catch((error) => {
      throw new Lacking(
        error.code === 'ENOENT' ? 'docker is not installed' : `no engine answers (${reasonOf(error)})`,
      );
    });
    const network = (await isShared()) ? 'host' : 'published';
    return ownRun(containerOf(network, guard), network === 'host' ? [] : [BEHIND_A_PROXY]);
  },
});

/** The network of a container: that of this machine, or one of the engine's, with a port that a proxy publishes. */
type Network = 'host' | 'published';

const BEHIND_A_PROXY: Check = {
  id: 'Redis in a container',
  fit: false,
  detail:
    'the engine is in a virtual machine, or has a network of its own: requests to Redis pass a proxy, whose time and CPU count for no strategy, and make the queue slower',
  remedy: 'install redis-server, or measure inside the container (docs/platforms.md)',
};

/** An engine in a virtual machine runs another kernel, and a rootless one has another network. */
async function sharesNetwork(): Promise<boolean> {
  const boot = '/proc/sys/kernel/random/boot_id';
  const net = '/proc/self/ns/net';
  const [ours, theirs] = await Promise.all([
    Promise.all([readFile(boot, 'utf8'), readlink(net)]).catch(() => []), // no Linux, so no container shares its network
    docker(
      ...['run', '--rm', '--network', 'host', IMAGE, 'sh', '-c', 'cat "$0"; readlink "$1"', boot, net],
    ).catch((error) => {
      throw new Lacking(`${IMAGE} does not start (${reasonOf(error)})`);
    }),
  ]);
  return ours.join('') === theirs;
}

/** Prepares a container, which keeps its volume when it is killed and started again. */
const containerOf =
  (network: Network, guard: Guard): Prepare =>
  async (options) => {
    const name = `cpu-bound-bench-${randomUUID().slice(0, 8)}`;
    const port = String(await getPort({ host: '127.0.0.1' }));
    guard.watch({ container: name });
    const [place, listen] = {
      host: [
        ['--network', 'host'],
        ['--bind', '127.0.0.1'],
      ],
      published: [
        ['--publish', `127.0.0.1:${port}:${port}`],
        ['--bind', '0.0.0.0', '--protected-mode', 'no'],
      ],
    }[network] as [string[], string[]];
    const server = ['redis-server', '--port', port, ...listen, '--dir', '/data', ...options];
    await docker('create', '--name', name, '--volume', '/data', ...place, IMAGE, ...server);
    const url = `redis://127.0.0.1:${port}`;
    return {
      url,
      async start() {
        await docker('start', name);
        await untilAnswering(url);
      },
      async end(signal) {
        await docker('kill', '--signal', signal, name).catch(() => {}); // it has ended by itself
        await docker('wait', name);
      },
      remove: async () => void (await docker('rm', '--force', '--volumes', name)),
    };
  };
