import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { examine } from '@cpu-bound/measure/host/doctor';
import { startGuard } from '@cpu-bound/measure/host/guard';
import { sweep } from '@cpu-bound/measure/host/marker';
import { findRedis, NoRedis, redisSources } from '@cpu-bound/measure/host/redis/find';
import { steadinessChecks } from '@cpu-bound/measure/host/steadiness';
import type { Check } from '@cpu-bound/study/model';
import type { Surface } from './surface.ts';

/** `bench doctor`: is this machine fit for measuring? Each check with its remedy. */
export async function doctorCommand({ root, print }: Surface): Promise<void> {
  for (const check of [...(await examine()), ...(await steadinessChecks())]) print(line(check));
  print(line(await redisCheck(root)));
}

const line = ({ id, fit, detail, remedy }: Check) =>
  `${fit ? '✔ fit  ' : '✖ unfit'}  ${id.padEnd(18)} ${detail}${fit ? '' : `\n           → ${remedy}`}`;

async function redisCheck(root: string): Promise<Check> {
  const mark = randomUUID();
  try {
    const redis = await findRedis(redisSources(join(root, 'docker-compose.yml'), startGuard(mark)));
    await redis.stop();
    return { id: 'Redis', fit: true, detail: `${redis.version} from ${redis.source}`, remedy: '' };
  } catch (error) {
    if (!(error instanceof NoRedis)) throw error;
    return {
      id: 'Redis',
      fit: false,
      detail: 'none',
      remedy: error.message.replaceAll('\n', '\n             '),
    };
  } finally {
    await sweep(mark);
  }
}
