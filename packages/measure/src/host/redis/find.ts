import { BenchError } from '../../model/errors.ts';
import type { Guard } from '../guard.ts';
import { queuesOfRun } from '../queues-of-run.ts';
import { firstThatStarts, NothingStarts } from '../sources.ts';
import { builtFromSource, fromPath } from './binary.ts';
import { fetchedBefore, fromDebian } from './debian.ts';
import { fromDocker } from './docker.ts';
import { evictionChecks, type RedisSource, type RunningRedis, removeQueues, versionOf } from './redis.ts';

/** No Redis is available; the message lists what was tried, why each failed, and what to install. */
export class NoRedis extends BenchError {
  override readonly name = 'NoRedis';
  constructor(message: string) {
    super('NO_REDIS', [message]);
  }
}

const FROM_ENVIRONMENT = 'REDIS_URL';

/** Uses the user's own Redis, and leaves it as it was found. */
const fromEnvironment = (guard: Guard): RedisSource => ({
  id: FROM_ENVIRONMENT,
  async start() {
    const { REDIS_URL, REDIS_PASSWORD } = process.env;
    if (!REDIS_URL) throw new Error('not set');
    const url = new URL(REDIS_URL);
    if (REDIS_PASSWORD) url.password ||= encodeURIComponent(REDIS_PASSWORD);
    const queues = queuesOfRun();
    guard.watchQueues(url.href, queues);
    return { url: url.href, stop: () => removeQueues(url.href, queues) };
  },
});

/** Lists the sources in the order in which they are tried: the user's Redis, installed programs, downloads. */
export const redisSources = (composeFile: string, guard: Guard): RedisSource[] => [
  fromEnvironment(guard),
  fromPath(guard),
  fetchedBefore(guard),
  fromDocker(composeFile, guard),
  builtFromSource(guard),
  fromDebian(guard),
];

/**
 * Starts a Redis from the first source that works.
 *
 * @param onTry called before each source is tried: some take a while
 * @throws NoRedis
 */
export async function findRedis(
  sources: readonly RedisSource[],
  onTry: (source: string) => void = () => {},
): Promise<RunningRedis> {
  return firstThatStarts(sources.map(answering), onTry).catch((error) => {
    if (!(error instanceof NothingStarts)) throw error;
    throw new NoRedis(
      `no Redis could be started. Tried:\n${error.message}\nInstall redis-server or valkey-server (Debian, Ubuntu: apt install redis-server; macOS: brew install redis), or set REDIS_URL.`,
    );
  });
}

/** Adds the check that the server answers and reports its version; before that, a source has not started. */
const answering = (source: RedisSource) => ({
  id: source.id,
  async start() {
    const started = await source.start();
    const owned = source.id !== FROM_ENVIRONMENT;
    try {
      return {
        ...started,
        version: await versionOf(started.url),
        checks: await evictionChecks(started.url),
        owned,
      };
    } catch (error) {
      await started.stop();
      throw error;
    }
  },
});
