import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Check, Persistence } from '../../model.ts';
import type { Source } from '../sources.ts';

/** A Redis that contestants may use for this run. */
export type RunningRedis = {
  readonly url: string;
  /** The source from which it was started, and the version that it reports. */
  readonly source: string;
  readonly version: string;
  /** What a reader must know about it: it may lose jobs, or a part of its CPU time is not counted. */
  readonly checks: readonly Check[];
  /** What only a Redis that the bench has started allows; absent for that of the user, which is left as it is. */
  readonly own?: OwnRun;
  stop(): Promise<void>;
};

type OwnRun = Pick<OwnRedis, 'restart'> & {
  /**
   * Starts another Redis of the same source for one service alone.
   *
   * @param folder for its data, on a disk: in memory, a sync costs nothing. A container has a volume instead
   */
  another(persistence: Persistence, folder: string): Promise<OwnRedis>;
};

/** A Redis that the bench has started. */
export type OwnRedis = {
  readonly url: string;
  /** Ends it with this signal (default: SIGKILL), and starts it again with its data after `awayMs`. */
  restart(awayMs: number, signal?: NodeJS.Signals): Promise<void>;
  /** Ends it, and removes its data. */
  stop(): Promise<void>;
};

export type RedisSource = Source<Omit<RunningRedis, 'version' | 'source'>>;

const CONNECT_WITHIN_MS = 3_000;
const READY_WITHIN_MS = 10_000;
const POLL_MS = 20;

/** Runs one exchange on a short-lived connection. @throws if nothing answers in time */
export async function talk<T>(url: string, exchange: (redis: Redis) => Promise<T>): Promise<T> {
  const { Redis } = await import('ioredis'); // a command without a Redis does without its hundred modules
  const redis = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: CONNECT_WITHIN_MS,
    commandTimeout: CONNECT_WITHIN_MS,
  });
  redis.on('error', () => {}); // the awaited calls reject with it
  try {
    await redis.connect();
    return await exchange(redis);
  } finally {
    redis.disconnect();
  }
}

/** Reads what the server reports about itself. @returns a field of these sections by its name */
export async function infoOf(
  url: string,
  ...sections: readonly string[]
): Promise<(name: string) => string | undefined> {
  const infos = await talk(url, (redis) => Promise.all(sections.map((section) => redis.info(section))));
  return (name) => new RegExp(`^${name}:(.+?)\\r?$`, 'm').exec(infos.join('\n'))?.[1];
}

/** Reads the version that the server reports: `redis 8.0.1` or `valkey 8.1.0`. */
export async function versionOf(url: string): Promise<string> {
  const field = await infoOf(url, 'server');
  const valkey = field('valkey_version');
  return valkey ? `valkey ${valkey}` : `redis ${field('redis_version') ?? 'of unknown version'}`;
}

/** Tells whether the server is a part of a Redis Cluster: there, a job's keys may lie on several servers. */
export const isOfCluster = async (url: string): Promise<boolean> =>
  (await infoOf(url, 'default'))('cluster_enabled') === '1';

/** Warns if Redis may evict keys, since it loses jobs then: only `noeviction` keeps them. */
export async function evictionChecks(url: string): Promise<Check[]> {
  const policy = (await infoOf(url, 'memory'))('maxmemory_policy') ?? 'noeviction';
  if (policy === 'noeviction') return [];
  return [
    {
      id: 'Redis eviction',
      fit: false,
      detail: `maxmemory-policy is ${policy}: it removes jobs when its memory is full`,
      remedy: 'redis-cli config set maxmemory-policy noeviction',
    },
  ];
}

/** Removes the keys of a run's queues, by the prefix of their names. */
export const removeQueues = (url: string, prefix: string): Promise<void> =>
  talk(url, async (redis) => {
    for await (const keys of redis.scanStream({ match: `*${prefix}*`, count: 1_000 }))
      if (keys.length > 0) await redis.unlink(...(keys as string[]));
  });

/** Waits until Redis answers. @throws if it does not within ten seconds */
export async function untilAnswering(url: string): Promise<void> {
  for (const deadline = performance.now() + READY_WITHIN_MS; ; ) {
    const answered = await versionOf(url).then(
      () => true,
      () => false,
    );
    if (answered) return;
    if (performance.now() > deadline) throw new Error(`it did not answer within ${READY_WITHIN_MS} ms`);
    await sleep(POLL_MS);
  }
}

/** Removes all keys. Only a Redis that the bench owns may be flushed. */
export const flush = (url: string) => talk(url, (redis) => redis.flushall());
