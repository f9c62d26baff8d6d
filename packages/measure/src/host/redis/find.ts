import { BenchError } from '../../model/errors.ts';
import type { Guard } from '../guard.ts';
import { queuesOfRun } from '../launch.ts';
import { firstThatStarts, NothingStarts } from '../sources.ts';
import {
  evictionChecks,
  isOfCluster,
  type RedisSource,
  type RunningRedis,
  removeQueues,
  versionOf,
} from './redis.ts';
import { fetched, fromContainer, fromPath } from './start.ts';

/** No Redis is available; the message lists what was tried, why each failed, and what to install. */
export class NoRedis extends BenchError {
  override readonly name = 'NoRedis';
  constructor(message: string) {
    super('NO_REDIS', [message]);
  }
}

/** The Redis that REDIS_URL names cannot be used. No other one replaces it. */
class RefusedRedis extends BenchError {
  override readonly name = 'RefusedRedis';
  constructor(reason: string) {
    super('NO_REDIS', [
      `REDIS_URL: ${reason}; accepted: redis://HOST:PORT or rediss://HOST:PORT of a running Redis, with REDIS_PASSWORD if it has one. Without REDIS_URL, the bench starts a Redis of its own`,
    ]);
  }
}

/** Uses the user's own Redis, and leaves it as it was found. @throws RefusedRedis */
const ofTheUser = (address: string, guard: Guard): RedisSource => ({
  id: 'REDIS_URL',
  async start() {
    if (!URL.canParse(address)) throw new RefusedRedis('is no URL');
    const url = new URL(address);
    const { REDIS_PASSWORD } = process.env;
    if (REDIS_PASSWORD) url.password ||= encodeURIComponent(REDIS_PASSWORD);
    await versionOf(url.href).catch(({ message }) => {
      throw new RefusedRedis(`no Redis answers on ${url.host} (${message})`);
    });
    if (await isOfCluster(url.href))
      throw new RefusedRedis(`${url.host} is a Redis Cluster, which the queue does not support`);
    const queues = queuesOfRun();
    guard.watch({ url: url.href, queues });
    return { url: url.href, checks: [], stop: () => removeQueues(url.href, queues) };
  },
});

/** Lists the sources in the order in which they are tried: programs come before containers. */
export const redisSources = (guard: Guard): RedisSource[] => {
  const { REDIS_URL } = process.env;
  return REDIS_URL ? [ofTheUser(REDIS_URL, guard)] : ownSources(guard);
};

export const ownSources = (guard: Guard): RedisSource[] => [
  fromPath(guard),
  fetched(guard),
  fromContainer(guard),
];

/** @throws NoRedis, or RefusedRedis if that of the user does not answer */
export async function findRedis(
  sources: readonly RedisSource[],
  onTry: (source: string) => void = () => {},
): Promise<RunningRedis> {
  return firstThatStarts(sources.map(answering), onTry).catch((error) => {
    if (!(error instanceof NothingStarts)) throw error;
    throw new NoRedis(
      `no Redis could be started. Tried:\n${error.message}\nInstall it (apt install redis-server, dnf install valkey, apk add redis, brew install redis), start Docker, or set REDIS_URL.`,
    );
  });
}

/** Adds the check that the server answers and reports its version; before that, a source has not started. */
const answering = (source: RedisSource) => ({
  id: source.id,
  async start() {
    const started = await source.start();
    try {
      return {
        ...started,
        version: await versionOf(started.url),
        checks: [...started.checks, ...(await evictionChecks(started.url))],
      };
    } catch (error) {
      await started.stop();
      throw error;
    }
  },
});
