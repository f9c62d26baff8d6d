import { join } from 'node:path';
import { examine } from '@cpu-bound/measure/host/doctor';
import type { Guard } from '@cpu-bound/measure/host/guard';
import { findRedis, NoRedis, redisSources } from '@cpu-bound/measure/host/redis/find';
import { steadinessChecks } from '@cpu-bound/measure/host/steadiness';
import type { Check } from '@cpu-bound/study/model';
import type { Surface } from './surface.ts';
import { withBench } from './with-bench.ts';

/** `bench doctor`: is this machine fit for measuring? Each check with its remedy. @returns whether all are fit */
export async function doctorCommand(surface: Surface): Promise<boolean> {
  const { code, print, now } = surface;
  now('looking at the machine');
  const checks = [...(await examine()), ...(await steadinessChecks())];
  for (const check of checks) print(line(check));
  const redis = await withBench(surface, ({ guard }) => redisChecks(code, guard));
  for (const check of redis) print(line(check));
  return [...checks, ...redis].every(({ fit }) => fit);
}

const line = ({ id, fit, detail, remedy }: Check) =>
  `${fit ? '✔ fit  ' : '✖ unfit'}  ${id.padEnd(18)} ${detail}${fit ? '' : `\n           → ${remedy}`}`;

async function redisChecks(code: string, guard: Guard): Promise<Check[]> {
  try {
    const redis = await findRedis(redisSources(join(code, 'docker-compose.yml'), guard));
    await redis.stop();
    const detail = `${redis.version} from ${redis.source}`;
    return [{ id: 'Redis', fit: true, detail, remedy: '' }, ...redis.checks];
  } catch (error) {
    if (!(error instanceof NoRedis)) throw error;
    const remedy = error.message.replaceAll('\n', '\n             ');
    return [{ id: 'Redis', fit: false, detail: 'none', remedy }];
  }
}
