import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { UsageError } from '../measure/config/config.ts';
import { startGuard } from '../measure/host/guard.ts';
import { sweep } from '../measure/host/marker.ts';
import { findRedis, redisSources } from '../measure/host/redis/find.ts';
import type { Surface } from './surface.ts';

/**
 * `bench with-redis COMMAND…`: runs a command with `REDIS_URL` set to a Redis of its own. The tests use it,
 * so that they meet the same Redis as a run does, on any machine.
 *
 * @returns the command's exit code
 * @throws NoRedis
 */
export async function withRedisCommand(command: readonly string[], surface: Surface): Promise<number> {
  const [program, ...args] = command;
  if (program === undefined)
    throw new UsageError(['with-redis: needs a command, e.g. with-redis node --test']);
  const mark = randomUUID();
  const guard = startGuard(mark);
  const redis = await findRedis(redisSources(join(surface.root, 'docker-compose.yml'), guard));
  surface.print(`Redis: ${redis.version} from ${redis.source}`);
  try {
    const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, REDIS_URL: redis.url } });
    surface.signal.addEventListener('abort', () => child.kill('SIGTERM'));
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => resolve(code ?? 130));
    });
  } finally {
    await redis.stop();
    await sweep(mark);
  }
}
