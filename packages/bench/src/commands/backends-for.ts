import { join } from 'node:path';
import type { Contestant } from '@cpu-bound/measure/contestants/manifest';
import type { Guard } from '@cpu-bound/measure/host/guard';
import { nginxSources } from '@cpu-bound/measure/host/nginx/find';
import { postgresSources } from '@cpu-bound/measure/host/postgres/find';
import { findRedis, NoRedis, redisSources } from '@cpu-bound/measure/host/redis/find';
import type { RunningRedis } from '@cpu-bound/measure/host/redis/redis';
import type { Provision, ProvisionSource } from '@cpu-bound/measure/host/sources';
import { firstThatStarts, NothingStarts } from '@cpu-bound/measure/host/sources';
import type { Manifest } from '@cpu-bound/study/model';
import type { Surface } from './surface.ts';

/** What contestants need beside them, as far as it can be had here. */
export type Backends = {
  readonly redis: RunningRedis | undefined;
  readonly provisions: readonly Provision[];
  /** Contestants whose need could not be met, and why. */
  readonly missing: Manifest['missing'];
  /** Variables that tell of all of it, for who is not started by the bench itself. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
};

type Kind = {
  readonly need: Provision['need'];
  readonly title: string;
  readonly sources: (guard: Guard) => ProvisionSource[];
  readonly remedy: string;
};

const KINDS: readonly Kind[] = [
  {
    need: 'postgres',
    title: 'PostgreSQL',
    sources: postgresSources,
    remedy: 'Set DATABASE_URL to a server where a database may be created.',
  },
  {
    need: 'nginx',
    title: 'nginx',
    sources: nginxSources,
    remedy: 'Install nginx (Debian, Ubuntu: apt install nginx; macOS: brew install nginx).',
  },
];

/** Finds what the contestants need; where something cannot be had, those who need it are named as missing. */
export async function backendsFor(
  contestants: readonly Pick<Contestant, 'id' | 'needs'>[],
  guard: Guard,
  surface: Pick<Surface, 'root' | 'print'>,
): Promise<Backends> {
  const { print } = surface;
  const missing: { contestant: string; reason: string }[] = [];
  const whoNeed = (need: string) => contestants.filter(({ needs }) => needs?.includes(need as never));
  const miss = (need: string, reason: string) => {
    print(reason);
    missing.push(...whoNeed(need).map(({ id }) => ({ contestant: id, reason })));
  };
  const redis = whoNeed('redis').length > 0 ? await redisHere(guard, surface, miss) : undefined;
  const provisions: Provision[] = [];
  for (const { need, title, sources, remedy } of KINDS.filter((kind) => whoNeed(kind.need).length > 0)) {
    try {
      const found = await firstThatStarts(sources(guard), (source) =>
        print(`looking for ${title}: ${source}`),
      );
      print(`${title}: ${found.version} from ${found.source}`);
      provisions.push({ ...found, need });
    } catch (error) {
      if (!(error instanceof NothingStarts)) throw error;
      miss(need, `no ${title} could be had. Tried:\n${error.message}\n${remedy}`);
    }
  }
  return {
    redis,
    provisions,
    missing,
    env: Object.assign({}, redis && { REDIS_URL: redis.url }, ...provisions.map(({ env }) => env)),
    async stop() {
      await redis?.stop();
      for (const provision of provisions) await provision.stop();
    },
  };
}

async function redisHere(
  guard: Guard,
  { root, print }: Pick<Surface, 'root' | 'print'>,
  miss: (need: string, reason: string) => void,
): Promise<RunningRedis | undefined> {
  try {
    const sources = redisSources(join(root, 'docker-compose.yml'), guard);
    const redis = await findRedis(sources, (source) => print(`looking for Redis: ${source}`));
    print(`Redis: ${redis.version} from ${redis.source}`);
    return redis;
  } catch (error) {
    if (!(error instanceof NoRedis)) throw error;
    miss('redis', error.message);
    return undefined;
  }
}
