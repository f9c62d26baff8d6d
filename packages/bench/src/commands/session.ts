import { isDeepStrictEqual } from 'node:util';
import { isStartable } from '@cpu-bound/measure/contestants/manifest';
import { withoutProgram } from '@cpu-bound/measure/contestants/program';
import { findCpuLimits } from '@cpu-bound/measure/host/cpu-limits';
import type { Guard } from '@cpu-bound/measure/host/guard';
import { availableMemory } from '@cpu-bound/measure/host/memory';
import { type Examined, examineWorkload } from '@cpu-bound/measure/workload/examine';
import { completeConfig, type RunFlags } from '@cpu-bound/study/config/complete';
import { type Config, UsageError } from '@cpu-bound/study/config/config';
import type { Dimensions, Manifest, TrialResult } from '@cpu-bound/study/model';
import { leftOut, plan } from '@cpu-bound/study/plan/plan';
import { differencesBetween } from '@cpu-bound/study/results/identity';
import { createStore, readRun, reopenStore, type Store } from '@cpu-bound/study/results/store';
import { lookElsewhere } from '@cpu-bound/study/run/look-elsewhere';
import { scenarios } from '@cpu-bound/study/scenarios/scenarios';
import { type Backends, backendsFor } from './backends-for.ts';
import { describeRun, type ManifestParts } from './manifest.ts';
import type { Surface } from './surface.ts';

/** A run that is about to begin, or to go on. */
export type Session = {
  readonly config: Config;
  readonly manifest: Manifest;
  readonly store: Store;
  readonly backends: Backends;
  /** What an earlier part of this run left. */
  readonly done: readonly TrialResult[];
  readonly dimensions: Dimensions | undefined;
};

/** Completes the flags, finds Redis, plans, and creates the folder. @throws UsageError, nothing written */
export async function beginSession(
  flags: RunFlags,
  surface: Surface,
  startGuard: () => Guard,
): Promise<Session> {
  const given = await complete(flags, surface);
  const examined = await examine(given, surface);
  const config = withSizes(given, examined.sizes, flags);
  const elsewhere = await lookElsewhere(config, surface.signal);
  const backends = await backendsFor(config.contestants, startGuard(), surface);
  const { feasible, manifest } = await describe(
    { config, examined, flags, backends, elsewhere, startedAt: new Date().toISOString() },
    surface,
  );
  const store = await createStore(config.out, manifest);
  return { config: feasible, manifest, store, backends, done: [], dimensions: undefined };
}

/**
 * Goes on with the run in `folder`: same flags, and so the same plan.
 *
 * @throws UsageError where the plan, the code or the machine is another now, naming each difference
 */
export async function resumeSession(
  folder: string,
  surface: Surface,
  startGuard: () => Guard,
): Promise<Session> {
  const { manifest: begun, results, dimensions } = await readRun(folder);
  const flags = begun.flags as RunFlags;
  const { sizes, loopShare } = begun.workload; // as they were found then
  const given: Config = { ...(await complete(flags, surface)), out: folder };
  const config = withSizes(given, sizes, flags);
  const elsewhere = await lookElsewhere(config, surface.signal);
  const backends = await backendsFor(config.contestants, startGuard(), surface);
  const examined = { ...(sizes && { sizes }), ...(loopShare !== undefined && { loopShare }) };
  const { feasible, manifest } = await describe(
    { config, examined, flags, backends, elsewhere, startedAt: begun.startedAt },
    surface,
  );
  const differences = differencesOf(begun, manifest);
  if (differences.length > 0) {
    await backends.stop();
    throw new UsageError([`--resume ${folder}: cannot go on, begin a new run:`, ...differences]);
  }
  return {
    config: feasible,
    manifest: begun,
    store: await reopenStore(folder),
    backends,
    done: results,
    dimensions,
  };
}

function complete(flags: RunFlags, { root, cwd }: Surface): Promise<Config> {
  return completeConfig(flags, { root, cwd, scenarios, now: new Date() });
}

/** @throws UsageError naming the workload and each input that cannot be measured */
async function examine(
  { workloadSpecifier: specifier, headline }: Config,
  { signal }: Surface,
): Promise<Examined> {
  const found = await examineWorkload({ specifier, headline }, signal);
  if (found.problems.length === 0) return found;
  throw new UsageError(found.problems.map((problem) => `--workload ${specifier}: ${problem}`));
}

/** With the sizes that were found; unless a flag names the headline's value, it is the middle one. */
export function withSizes(config: Config, sizes: Examined['sizes'], { param = [] }: RunFlags): Config {
  if (!sizes) return config;
  const middle = sizes[Math.floor((sizes.length - 1) / 2)]?.query;
  const headline = param.length > 0 || !middle ? config.headline : { ...config.headline, ...middle };
  return { ...config, headline, workload: { ...config.workload, sizes } };
}

/** What a contestant needs, generously: four and Redis took 1.1 GiB on two cores. */
const MEMORY_OF_ONE = 0.4 * 2 ** 30;

type Known = Pick<ManifestParts, 'config' | 'examined' | 'flags' | 'backends' | 'elsewhere' | 'startedAt'>;

export async function describe(known: Known, { root }: Surface) {
  const { config, backends } = known;
  const { redis } = backends;
  const missing = [...backends.missing, ...(await withoutProgram(config.contestants))];
  const contestants = config.contestants.filter(
    ({ id }) => !missing.some(({ contestant }) => contestant === id),
  );
  if (contestants.length === 0) throw new UsageError(['--contestants: none of them can run here']);
  const baseline = contestants.some(({ id }) => id === config.baseline)
    ? config.baseline
    : (contestants[0]?.id ?? '');
  const cpuLimits = await findCpuLimits();
  const moreRedis = redis?.another !== undefined;
  const redisRestarts = redis?.owned === true && redis.restart !== undefined;
  const subjects = contestants.filter(isStartable).length + 1; // and the twin
  const sideBySide = (await availableMemory()) >= subjects * MEMORY_OF_ONE;
  const able = { redisRestarts, moreRedis, cpuLimits, sideBySide };
  const feasible: Config = { ...config, contestants, baseline, ...able };
  const chosen = scenarios.filter(({ id }) => config.scenarios.includes(id));
  const trials = plan(feasible, chosen);
  const manifest = await describeRun({
    ...known,
    config: feasible,
    backends: { ...backends, missing },
    plan: trials,
    leftOut: leftOut(feasible, chosen),
    root,
  });
  return { feasible, manifest };
}

/** What must be the same for two halves to be one run. */
export function differencesOf(begun: Manifest, now: Manifest): string[] {
  return [
    ...differencesBetween(begun, now),
    ...(isDeepStrictEqual(begun.plan, JSON.parse(JSON.stringify(now.plan)))
      ? []
      : ['plan: the same flags make another plan now (a contestant, a workload or a profile has changed)']),
  ];
}
