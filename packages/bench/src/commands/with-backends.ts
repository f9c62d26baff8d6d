import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, getPriority, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { workspaceContestants } from '@cpu-bound/measure/contestants/find';
import { NoRedis } from '@cpu-bound/measure/host/redis/find';
import { UsageError } from '@cpu-bound/study/config/config';
import type { Surface } from './surface.ts';
import { withBench } from './with-bench.ts';

/** An interrupted command has this time to end. Then all of its processes are killed, such as a compiler that ignores signals. */
const ENDS_WITHIN_MS = 2_000;

/** The lower priority of the command; its backends have the normal one. */
const BEHIND = constants.priority.PRIORITY_BELOW_NORMAL;

/** `fetch`: also the packages from npm that contestants of the repository need. */
type Flags = { readonly fetch?: true };

/**
 * `bench with-backends [--fetch] COMMAND…` runs a command with the addresses of the same backends as a run:
 * `REDIS_URL`, `NGINX_PROGRAM`, and `DATABASE_URL` if it is set. The tests use it, so that they meet the same backends on any machine.
 * The backends have a higher priority than the command. A Redis that shares two cores with a dozen busy processes
 * needs a second instead of 100 ms, and would count as away. Ctrl-C leaves no process of the command: pnpm starts the
 * scripts that wait, and `tsc` goes on.
 *
 * @returns the command's exit code, or 128 and the number of the signal that ended it
 * @throws NoRedis if there is no Redis, which the main contestants need; Interrupted
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
    const postgres = process.env.DATABASE_URL ? (['postgres'] as const) : [];
    const all = { id: 'all', needs: ['redis', 'nginx', ...postgres] as const };
    const backends = await bench.backendsFor(fetch ? await workspaceContestants(surface.code) : [all]);
    if (!backends.redis) throw new NoRedis(backends.missing.map(({ reason }) => reason).join('\n'));
    surface.end();
    const { signal } = surface;
    signal.throwIfAborted();
    setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + BEHIND)); // the command inherits the priority
    const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...backends.env } });
    const ended = new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      // A shell reports a signal as 128 and its number.
      child.once('exit', (code, killer) => resolve(code ?? 128 + (killer ? constants.signals[killer] : 0)));
    });
    const interrupted = once(signal, 'abort').then(() => {
      child.kill('SIGTERM');
      return sleep(ENDS_WITHIN_MS, 0);
    });
    const code = await Promise.race([ended, interrupted]);
    signal.throwIfAborted();
    return code;
  });
}
