import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { constants, getPriority, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { workspaceContestants } from '@cpu-bound/measure/contestants/find';
import { withoutProxy } from '@cpu-bound/measure/host/elsewhere';
import { type Guard, startGuard } from '@cpu-bound/measure/host/guard';
import { sweep } from '@cpu-bound/measure/host/marker';
import { NoRedis } from '@cpu-bound/measure/host/redis/find';
import { createGenerators, type Generators } from '@cpu-bound/measure/load/loads';
import { UsageError } from '@cpu-bound/study/config/config';
import { folderOfBundles } from '@cpu-bound/workload';
import { type Backends, backendsFor, type Dependent } from './backends-for.ts';
import { type ClaimOptions, type Purpose, withMachine } from './claim.ts';
import type { Surface } from './surface.ts';

/** The means by which a command starts processes. All of these end with the command. */
export type Bench = {
  /** Each started process has this value in its environment, by which it is found and ended. */
  readonly mark: string;
  readonly guard: Guard;
  readonly generators: Generators;
  backendsFor(contestants: readonly Dependent[]): Promise<Backends>;
};

type Options = ClaimOptions &
  Pick<Surface, 'step' | 'workloads'> & {
    /** Commands without a purpose may run while another bench measures. */
    readonly purpose?: Purpose;
  };

/** Rejects when the user interrupts: what is being started needs seconds, and ends with all other processes. */
function interruptionOf(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return promise;
}

/**
 * Runs `use` with a guard, and ends all started processes afterwards, even if the bench is killed.
 *
 * @throws UsageError if both this command and another bench measure on this machine
 */
export async function withBench<T>(options: Options, use: (bench: Bench) => Promise<T>): Promise<T> {
  const { purpose } = options;
  return purpose ? withMachine(purpose, options, () => guarded(options, use)) : guarded(options, use);
}

async function guarded<T>(options: Options, use: (bench: Bench) => Promise<T>): Promise<T> {
  withoutProxy();
  const mark = randomUUID();
  const guard = startGuard(mark);
  const bundles = folderOfBundles();
  if (bundles !== undefined) guard.watch({ folder: bundles });
  const generators = createGenerators(options.workloads);
  const started: Backends[] = [];
  const bench: Bench = {
    mark,
    guard,
    generators,
    async backendsFor(contestants) {
      const starting = backendsFor(contestants, guard, options);
      starting.then((backends) => started.push(backends)).catch(() => {});
      return Promise.race([starting, interruptionOf(options.signal)]);
    },
  };
  try {
    return await use(bench);
  } finally {
    try {
      await generators.stop();
      for (const backends of started) await backends.stop();
    } finally {
      await sweep(mark);
    }
  }
}

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
