import { join } from 'node:path';
import type { Contestant } from '../measure/contestants/manifest.ts';
import type { Guard } from '../measure/host/guard.ts';
import { findRedis, NoRedis, redisSources } from '../measure/host/redis/find.ts';
import type { RunningRedis } from '../measure/host/redis/redis.ts';
import type { Manifest } from '../model.ts';
import type { Surface } from './surface.ts';

/** Finds a Redis where a contestant needs one; without, those contestants are named as missing. */
export async function redisFor(
  contestants: readonly Contestant[],
  guard: Guard,
  { root, print }: Surface,
): Promise<{ redis: RunningRedis | undefined; missing: Manifest['missing'] }> {
  const needing = contestants.filter(({ needs }) => needs?.includes('redis'));
  if (needing.length === 0) return { redis: undefined, missing: [] };
  try {
    const sources = redisSources(join(root, 'docker-compose.yml'), guard);
    const redis = await findRedis(sources, (source) => print(`looking for Redis: ${source}`));
    print(`Redis: ${redis.version} from ${redis.source}`);
    return { redis, missing: [] };
  } catch (error) {
    if (!(error instanceof NoRedis)) throw error;
    print(error.message);
    return {
      redis: undefined,
      missing: needing.map(({ id }) => ({ contestant: id, reason: error.message })),
    };
  }
}
