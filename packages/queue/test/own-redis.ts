import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@cpu-bound/conformance';
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

/** Finds the program that serves REDIS_URL, if it runs on this machine, and the path of its libraries. */
async function program(): Promise<{ file: string; libraries: string | undefined } | undefined> {
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
  /** True if it has an append-only file, as in Compose. Without one, a slow disk does not delay it. */
  readonly keepsData?: boolean;
};

/** Starts a Redis; undefined if the tests' Redis cannot be started here, such as one in a container. */
export async function ownRedis({
  tls,
  keepsData = false,
}: OwnRedisOptions = {}): Promise<OwnRedis | undefined> {
  const found = await program();
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'own-redis-'));
  let child: ChildProcess | undefined;
  const url = `${tls ? 'rediss' : 'redis'}://127.0.0.1:${port}`;
  const listen = tls
    ? ['--port', '0', '--tls-port', `${port}`, '--tls-cert-file', tls.certificate, '--tls-key-file', tls.key]
    : ['--port', `${port}`];

  async function start(): Promise<void> {
    const { file = '', libraries } = found ?? {};
    const options = [
      ...listen,
      ...(tls ? ['--tls-auth-clients', 'no'] : []),
      '--bind',
      '127.0.0.1',
      '--dir',
      folder,
      '--save',
      '',
      '--appendonly',
      keepsData ? 'yes' : 'no',
    ];
    const env = { ...process.env, ...(libraries !== undefined && { LD_LIBRARY_PATH: libraries }) };
    child = spawn(file, options, { stdio: 'ignore', env });
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${file} ended at once`)));
    await Promise.race([talk(url, (redis) => redis.ping()), ended]);
    ended.catch(() => {}); // a later kill rejects it
  }
  async function kill(): Promise<void> {
    const dying = child;
    child = undefined;
    dying?.kill('SIGKILL');
    while (dying && dying.exitCode === null && dying.signalCode === null) await sleep(5);
  }
  async function end(): Promise<void> {
    await kill();
    await rm(folder, { recursive: true, force: true });
  }
  const startable =
    found &&
    (await start().then(
      () => true,
      () => false,
    ));
  if (startable)
    return {
      url,
      start,
      kill,
      pause: () => child?.kill('SIGSTOP'),
      resume: () => child?.kill('SIGCONT'),
      end,
    };
  await end();
  return undefined;
}
