import { randomUUID } from 'node:crypto';
import { withoutProxy } from '@cpu-bound/measure/host/elsewhere';
import { type Guard, startGuard } from '@cpu-bound/measure/host/guard';
import { sweep } from '@cpu-bound/measure/host/marker';
import { createGenerators, type Generators } from '@cpu-bound/measure/load/loads';
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
