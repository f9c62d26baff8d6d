import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';
import type { Check, Persistence } from '../../model.ts';
import { type DebianPackage, debianProgram } from '../debian-package.ts';
import type { Guard } from '../guard.ts';
import { ended } from '../marker.ts';
import { assertProcessRoom, processRefusal } from '../process-room.ts';
import { onPath, reasonOf, run } from '../run.ts';
import { Lacking } from '../sources.ts';
import { type OwnRedis, type RedisSource, untilAnswering } from './redis.ts';

/** A server on a fixed loopback port that keeps its data while it is down: a process with a folder, or a container. */
export type Server = {
  readonly url: string;
  /** Starts it with the data that it has; resolves when it answers. */
  start(): Promise<void>;
  /** Sends a signal, and resolves when it has ended. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** Removes its data, after its end. */
  remove(): Promise<void>;
};

/** Prepares a server with these options of redis-server. @param folder where its data may be */
export type Prepare = (options: readonly string[], folder: string) => Promise<Server>;

/** Starts the Redis of a run, with persistence off, where the same way can start more of them. */
export async function ownRun(
  prepare: Prepare,
  checks: readonly Check[] = [],
): ReturnType<RedisSource['start']> {
  const { url, restart, stop } = await started(prepare, 'off', tmpdir());
  const another = (persistence: Persistence, folder: string) => started(prepare, persistence, folder);
  return { url, checks, own: { restart, another }, stop };
}

async function started(prepare: Prepare, persistence: Persistence, folder: string): Promise<OwnRedis> {
  const append = persistence === 'off' ? ['no'] : ['yes', '--appendfsync', persistence];
  const server = await prepare(['--save', '', '--appendonly', ...append], folder);
  const stop = async () => {
    await server.end('SIGKILL');
    await server.remove();
  };
  await server.start().catch(async (error) => {
    await stop();
    throw error;
  });
  return {
    url: server.url,
    async restart(awayMs, signal = 'SIGKILL') {
      await Promise.all([server.end(signal), sleep(awayMs)]);
      await server.start();
    },
    stop,
  };
}

const NAMES = ['redis-server', 'valkey-server'];

/** Starts redis-server or valkey-server from the PATH. */
export const fromPath = (guard: Guard): RedisSource => ({
  id: 'redis-server or valkey-server on the PATH',
  async start() {
    for (const name of NAMES) {
      const program = await onPath(name);
      if (program) return ownRun(processOf(program, guard));
    }
    throw new Lacking(`neither ${NAMES.join(' nor ')} is installed`);
  },
});

const redis: DebianPackage = {
  name: 'redis',
  packages: ['redis-tools', 'redis-server'],
  keep: /^(redis-|lib(jemalloc|lua|hiredis|lzf|atomic|ssl|systemd))/,
  // The link leads to a program that decides by argv[0] what it is. A resolved link would start redis-check-rdb.
  program: 'usr/bin/redis-server',
};

/** Unpacks the distribution's own package into a cache folder: it needs no root and installs nothing. */
export const fetched = (guard: Guard): RedisSource => ({
  id: "the distribution's package",
  start: async () => ownRun(processOf(await debianProgram(redis), guard)),
});

/** Prepares a process of this program, with its data in a folder of its own. */
const processOf =
  (program: string, guard: Guard): Prepare =>
  async (options, base) => {
    const folder = await mkdtemp(join(base, 'redis-'));
    guard.watch({ folder });
    const port = String(await getPort({ host: '127.0.0.1' }));
    const args = ['--port', port, '--bind', '127.0.0.1', '--dir', folder, ...options];
    const url = `redis://127.0.0.1:${port}`;
    let child: ChildProcess | undefined;
    return {
      url,
      async start() {
        assertProcessRoom('Redis');
        child = spawn(program, args, { stdio: 'ignore' });
        // Its title has the port, before and after Redis changes it.
        if (child.pid !== undefined) guard.watch({ pid: child.pid, name: port });
        await Promise.race([untilAnswering(url), endOf(child, program)]);
      },
      end: async (signal) => child && ended(child, signal),
      remove: () => rm(folder, { recursive: true, force: true }),
    };
  };

/** Rejects when the process cannot be started, or ends. */
function endOf(child: ChildProcess, program: string): Promise<never> {
  const end = new Promise<never>((_resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(processRefusal('Redis') ?? new Error(`${program} ended with ${code} before it answered`)),
    );
  });
  end.catch(() => {}); // once it has answered, nobody waits: a later end is intended
  return end;
}

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
