import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@cpu-bound/conformance';
import { spawn } from '@cpu-bound/workload/test/child-process';
import { Redis } from 'ioredis';

/** A Redis of one test, which may kill or pause it. */
export type OwnRedis = {
  readonly url: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  pause(): void;
  resume(): void;
  /** Ends it, and removes its data. */
  end(): Promise<void>;
};

/** The reason of skipped tests. */
export const NO_REDIS = 'the Redis of the tests cannot be started here';

/** Runs commands on the Redis at a URL. */
export async function talk<T>(url: string, exchange: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, {
    tls: url.startsWith('rediss:') ? { rejectUnauthorized: false } : undefined,
  });
  redis.on('error', () => {}); // it retries until Redis listens
  try {
    return await exchange(redis);
  } finally {
    redis.disconnect();
  }
}

type ServerProgram = { readonly file: string; readonly libraries: string | undefined };

/** Finds the program that serves REDIS_URL, if it runs on this machine, and the path of its libraries. */
async function serverProgram(): Promise<ServerProgram | undefined> {
  const info = await talk(process.env.REDIS_URL ?? 'redis://127.0.0.1:6379', (redis) => redis.info('server'));
  const field = (name: string) => new RegExp(`^${name}:(.+?)\\r?$`, 'm').exec(info)?.[1];
  const file = field('executable');
  if (file === undefined) return undefined;
  // It may have a library path of its own, which its mapped libraries show.
  const maps = await readFile(`/proc/${field('process_id')}/maps`, 'utf8').catch(() => '');
  const folders = new Set([...maps.matchAll(/ (\/.*)\/[^/]+\.so/g)].map(([, mapped]) => mapped));
  const libraries = folders.size > 0 ? [...folders].join(':') : undefined;
  return { file, libraries };
}

/** PEM files, for a Redis that speaks TLS. */
export type Certificate = { readonly key: string; readonly certificate: string };

export type OwnRedisOptions = {
  readonly tls?: Certificate;
  /** True if every write is on disk before its reply. Otherwise a slow disk does not delay it. */
  readonly keepsData?: boolean;
  /** A command that it does not have, as some managed servers. */
  readonly without?: string;
};

/** Starts a Redis; undefined if the program that serves REDIS_URL cannot be started here, such as one in a container. */
export async function ownRedis({
  tls,
  keepsData = false,
  without,
}: OwnRedisOptions = {}): Promise<OwnRedis | undefined> {
  const program = await serverProgram();
  if (!program) return undefined;
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'own-redis-'));
  const url = `${tls ? 'rediss' : 'redis'}://127.0.0.1:${port}`;
  const storage = [
    '--dir',
    folder,
    '--save',
    '',
    '--appendonly',
    keepsData ? 'yes' : 'no',
    '--appendfsync',
    'always',
    ...(without === undefined ? [] : ['--rename-command', without, '']),
  ];
  let child: ChildProcess | undefined;
  const redis: OwnRedis = {
    url,
    async start() {
      child = startServer(program, [...listening(port, tls), ...storage]);
      const ended = once(child, 'exit').then(() =>
        Promise.reject(new Error(`${program.file} ended at once`)),
      );
      await Promise.race([talk(url, (client) => client.ping()), ended]);
      ended.catch(() => {}); // a later kill rejects it
    },
    async kill() {
      const dying = child;
      child = undefined;
      dying?.kill('SIGKILL');
      while (dying && dying.exitCode === null && dying.signalCode === null) await sleep(5);
    },
    pause: () => child?.kill('SIGSTOP'),
    resume: () => child?.kill('SIGCONT'),
    async end() {
      await redis.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
  try {
    await redis.start();
    return redis;
  } catch {
    await redis.end();
    return undefined;
  }
}

function startServer({ file, libraries }: ServerProgram, flags: readonly string[]): ChildProcess {
  const env = libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries };
  return spawn(file, flags, { stdio: 'ignore', env });
}

function listening(port: number, tls: Certificate | undefined): string[] {
  const bind = ['--bind', '127.0.0.1'];
  if (!tls) return [...bind, '--port', `${port}`];
  const files = ['--tls-cert-file', tls.certificate, '--tls-key-file', tls.key];
  return [...bind, '--port', '0', '--tls-port', `${port}`, ...files, '--tls-auth-clients', 'no'];
}
