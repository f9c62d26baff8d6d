import { defined } from '@cpu-bound/workload/defined';
import type { LocalContestant } from '../contestants/manifest.ts';
import type { Milliseconds } from '../model.ts';
import { freePlace, type StartOptions } from './launch.ts';
import { type LinkEnd, startLinks } from './link/links.ts';
import type { LocalService } from './service.ts';
import { startService } from './service-process.ts';

/** The order of the links. */
const [CLIENTS, API_TO_REDIS, WORKERS_TO_REDIS] = [0, 1, 2];

/**
 * Starts a contestant as if its clients, its API, Redis and its workers were on hosts of their own: its origin leads over
 * one link, and what has workers apart reaches Redis over one for the API and one for the workers.
 *
 * @param delayMs of each link, one way
 * @throws ContestantFailure where it does not get ready
 */
export async function startApart(
  contestant: LocalContestant,
  options: StartOptions,
  delayMs: Milliseconds,
): Promise<LocalService> {
  const place = options.place ?? (await freePlace());
  const { redisUrl } = options;
  const toRedis = redisUrl === undefined ? [] : Array<LinkEnd>(2).fill(redisEnd(redisUrl, delayMs));
  const links = await startLinks(
    [{ host: '127.0.0.1', port: place.port, delayMs }, ...toRedis],
    options.signal,
  );
  const redisOver = (link: number) => redisUrl && urlOver(redisUrl, links.ports[link] as number);
  try {
    const workersRedis = contestant.workerCommand && redisOver(WORKERS_TO_REDIS);
    const service = await startService(
      contestant,
      defined({
        ...options,
        place,
        redisUrl: redisOver(API_TO_REDIS),
        workersApart:
          workersRedis === undefined
            ? undefined
            : { count: options.workers ?? 1, env: { REDIS_URL: workersRedis } },
      }),
    );
    return {
      ...service,
      origin: `http://127.0.0.1:${links.ports[CLIENTS]}`,
      redisUrl,
      part: (partition, isCut) =>
        links.cut(partition === 'partition-api' ? API_TO_REDIS : WORKERS_TO_REDIS, isCut),
      async stop() {
        const problems = await service.stop();
        await links.stop();
        return problems;
      },
      async kill() {
        await service.kill();
        await links.stop();
      },
    };
  } catch (error) {
    await links.stop();
    throw error;
  }
}

function redisEnd(url: string, delayMs: Milliseconds): LinkEnd {
  const { hostname: host, port } = new URL(url);
  return { host, port: Number(port || 6379), delayMs };
}

/** The same server by another way; what else the URL says stays. */
function urlOver(url: string, port: number): string {
  const found = new URL(url);
  found.hostname = '127.0.0.1';
  found.port = String(port);
  return found.href;
}
