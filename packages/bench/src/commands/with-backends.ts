import { spawn } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';
import { workspaceContestants } from '@cpu-bound/measure/contestants/find';
import { NoRedis } from '@cpu-bound/measure/host/redis/find';
import { UsageError } from '@cpu-bound/study/config/config';
import type { Surface } from './surface.ts';
import { withBench } from './with-bench.ts';

/** How far the command is behind its backends. */
const BEHIND = constants.priority.PRIORITY_BELOW_NORMAL;
const ALL = [{ id: 'all', needs: ['redis', 'postgres', 'nginx'] as const }];

/** `fetch`: also the packages from npm that contestants of the repository need. */
type Flags = { readonly fetch?: true };

/**
 * `bench with-backends [--fetch] COMMAND…`: runs a command with `REDIS_URL`, `DATABASE_URL` and `NGINX_PROGRAM` set to what a run
 * would use, each as far as it can be had. The tests use it, so that they meet the same ones on any machine. The backends
 * go before the command: a Redis that shares two cores with a dozen busy processes takes a second for what takes it
 * 100 ms, and counts as away by then.
 *
 * @returns the command's exit code, or 128 and the number of the signal that ended it
 * @throws NoRedis: the main contestants cannot do without
 */
export async function withBackendsCommand(
  command: readonly string[],
  { fetch }: Flags,
  surface: Surface,
): Promise<number> {
  const [program, ...args] = command;
  if (program === undefined)
    throw new UsageError(['with-backends: needs a command, e.g. with-backends node --test']);
  return withBench(surface, async (bench) => {
    const backends = await bench.backendsFor(fetch ? await workspaceContestants(surface.code) : ALL);
    if (!backends.redis) throw new NoRedis(backends.missing.map(({ reason }) => reason).join('\n'));
    surface.end();
    setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + BEHIND)); // the command inherits it
    const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...backends.env } });
    surface.signal.addEventListener('abort', () => child.kill('SIGTERM'));
    return new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      // As a shell has it: 128 and the number of the signal.
      child.once('exit', (code, killer) => resolve(code ?? 128 + (killer ? constants.signals[killer] : 0)));
    });
  });
}
