import { access, constants, copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isStartable } from '@cpu-bound/measure/contestants/manifest';
import { findCpuLimits } from '@cpu-bound/measure/host/cpu-limits';
import { fileLimit } from '@cpu-bound/measure/host/doctor';
import { nameVariables, readNamed } from '@cpu-bound/measure/host/known-environment';
import { availableMemory } from '@cpu-bound/measure/host/memory';
import { SystemRefusal } from '@cpu-bound/measure/model/system-error';
import { examineWorkload, type WorkloadFacts } from '@cpu-bound/measure/workload/examine';
import { loadWatched } from '@cpu-bound/measure/workload/load-watched';
import { questions } from '@cpu-bound/questions/questions';
import { aboutRecall } from '@cpu-bound/study/analyse/own-function';
import { completeSettings } from '@cpu-bound/study/config/complete';
import { type Config, configOf, type RunSettings, UsageError } from '@cpu-bound/study/config/config';
import type { RunFlags } from '@cpu-bound/study/config/flags';
import { asks, largerThan } from '@cpu-bound/study/config/profiles';
import { forTask } from '@cpu-bound/study/config/task-time';
import type { Dimensions, Manifest, Run, TrialResult } from '@cpu-bound/study/model';
import { leftOut, plan } from '@cpu-bound/study/plan/plan';
import { assertRoom } from '@cpu-bound/study/plan/room';
import { differencesBetween } from '@cpu-bound/study/results/identity';
import { createStore, readRun, reopenStore, type Store } from '@cpu-bound/study/results/store';
import { lookElsewhere, withAnswers } from '@cpu-bound/study/run/look-elsewhere';
import type { Backends } from './backends-for.ts';
import { commandLine } from './command-line.ts';
import { describeRun, type ManifestParts } from './manifest.ts';
import type { Surface } from './surface.ts';
import type { Bench } from './with-bench.ts';

/** A run that is about to begin, or to go on. */
export type Session = {
  readonly config: Config;
  readonly manifest: Manifest;
  readonly store: Store;
  readonly backends: Backends;
  /** The results of an earlier part of this run. */
  readonly done: readonly TrialResult[];
  readonly dimensions: Dimensions | undefined;
};

/** The intent of a run: by flags, or by those that an earlier part began with. */
export type RunRequest = { readonly flags: RunFlags; readonly settings: RunSettings; readonly begun?: Run };

/** @throws UsageError with every problem of the flags at once, nothing written */
export async function requestOf(
  given: RunFlags,
  { root, code, cwd, signal, print }: Surface,
): Promise<RunRequest> {
  const load = (specifier: string, from: string = cwd) =>
    loadWatched({ specifier, from }, { signal, onSlow: (what) => print(`the workload: ${what}`) });
  await access(tmpdir(), constants.W_OK);
  const complete = (flags: RunFlags) => {
    nameVariables(readNamed(flags.env ?? []).variables);
    return completeSettings(flags, { root, code, cwd, scenarios: questions, now: new Date(), load });
  };
  const { resume, publish: _publish, unknown = [], ...others } = given;
  if (resume === undefined) return { flags: given, settings: await complete(given) };
  const beside = [...Object.keys(others).map((name) => `--${name}`), ...unknown];
  if (beside.length > 0)
    throw new UsageError([`--resume accepts no other flag than --publish; remove ${beside.join(', ')}`]);
  const folder = resolve(cwd, resume);
  const begun = await readRun(folder);
  const flags = begun.manifest.flags as RunFlags;
  return { flags, settings: { ...(await complete(flags)), out: folder }, begun };
}

/**
 * Looks at the workload, finds the backends, plans, and creates the folder; or opens that of the part that began.
 *
 * @throws UsageError where the plan, the code or the machine is another than it began with, naming each difference
 */
export async function openSession(
  { flags, settings: given, begun }: RunRequest,
  bench: Bench,
  surface: Surface,
): Promise<Session> {
  // The sizes are those that were found when it began.
  const examined = begun ? begun.manifest.workload : await examine(given, flags, surface);
  const sized = asExamined(given, examined, flags);
  const elsewhere = await lookElsewhere(sized, surface.signal);
  const settings = await tried(sized, surface);
  const backends = await bench.backendsFor(settings.contestants);
  const startedAt = begun?.manifest.startedAt ?? new Date().toISOString();
  const parts = { settings, examined, flags, backends, elsewhere, startedAt };
  const { config, manifest } = await describe(parts, surface);
  if (!begun) {
    const store = await createStore(config.out, manifest);
    if (flags.keepRequests && config.requests)
      await copyFile(config.requests.file, join(config.out, 'requests.ndjson'));
    return { config, manifest, store, backends, done: [], dimensions: undefined };
  }
  const differences = differencesOf(begun.manifest, manifest);
  if (differences.length > 0)
    throw new UsageError([
      `--resume ${config.out}: this run cannot be continued; begin a new run, because these differ:`,
      ...differences,
    ]);
  const { manifest: first, results: done, dimensions } = begun;
  const store = await reopenStore(config.out);
  return { config, manifest: first, store, backends, done, dimensions };
}

/** The families that compute in threads, which have a larger stack than the main thread of a process. */
const IN_THREADS = ['pools', 'queues'];

/** @throws UsageError naming the workload and each input that cannot be measured */
async function examine(
  { workloadSpecifier: specifier, workload: { name }, headline, requests, contestants }: RunSettings,
  { longest, workload = specifier }: RunFlags,
  { signal, print }: Surface,
): Promise<WorkloadFacts> {
  if (requests) return { problems: [], notes: [] };
  const kernels = contestants.filter(isStartable).flatMap(({ kernel }) => kernel ?? []);
  const found = await examineWorkload({ specifier, headline, kernels: [...new Set(kernels)] }, signal, {
    longest: longest === undefined ? undefined : Number(longest) * 1000,
    inThreads: contestants.every((one) => isStartable(one) && IN_THREADS.includes(one.family ?? '')),
    onSlow: (what) => print(`the workload: ${what}`),
  });
  for (const note of found.notes) print(`the workload: ${note}`);
  for (const { message, remedy } of aboutRecall(name, found.recall))
    print(`the workload: ${message}; to do: ${remedy}`);
  if (found.problems.length === 0) return found;
  throw new UsageError(found.problems.map((problem) => `--workload ${workload}: ${problem}`));
}

/** Where requests come from a file: each is tried on all targets, and the answers are kept. */
async function tried(settings: RunSettings, { signal, print, step }: Surface): Promise<RunSettings> {
  if (!settings.requests) return settings;
  const { shown, count, sha256, statusOnly } = settings.requests;
  step(`sending each of ${count} requests to each target once`);
  const requests = await withAnswers(settings.requests, settings, signal);
  print(
    `${shown}: ${count} requests (SHA-256 ${sha256.slice(0, 12)}…), ${statusOnly ? 'the statuses are as expected' : 'the answers agree'}`,
  );
  return { ...settings, requests };
}

/**
 * With windows as long as tasks need them, and with the sizes that were found; unless a flag names the headline's value, it
 * is the middle one.
 */
export function asExamined(
  given: RunSettings,
  { sizes, taskMs = 0 }: Pick<WorkloadFacts, 'sizes' | 'taskMs'>,
  { param = [] }: RunFlags,
): RunSettings {
  const settings = forTask(given, taskMs / 1000);
  if (!sizes) return settings;
  const middle = sizes[Math.floor((sizes.length - 1) / 2)]?.query;
  const headline = param.length > 0 || !middle ? settings.headline : { ...settings.headline, ...middle };
  return { ...settings, headline, workload: { ...settings.workload, sizes } };
}

/** The memory that a contestant needs, generously: four and Redis took 1.1 GiB on two cores. */
const MEMORY_OF_ONE = 0.4 * 2 ** 30;

type SessionParts = Omit<ManifestParts, 'config' | 'plan' | 'leftOut' | 'root' | 'code'> & {
  readonly settings: RunSettings;
};

export async function describe({ settings, ...parts }: SessionParts, { root, code }: Surface) {
  const { redis, missing: withoutBackend } = parts.backends;
  const missing = [...(settings.without ?? []), ...withoutBackend];
  const contestants = settings.contestants.filter(
    ({ id }) => !missing.some(({ contestant }) => contestant === id),
  );
  const subjects = contestants.filter(isStartable).length + 1; // and the twin
  const config = configOf(settings, contestants, {
    cpuLimits: await findCpuLimits(),
    moreRedis: redis?.another !== undefined,
    redisRestarts: redis?.owned === true && redis.restart !== undefined,
    sideBySide: (await availableMemory()) >= subjects * MEMORY_OF_ONE,
  });
  await assertFiles(config.connections);
  const chosen = questions.filter(({ id }) => config.scenarios.includes(id));
  // The time of a profile is that of its own questions.
  const byName = parts.flags.scenarios !== undefined || config.requests !== undefined;
  assertRoom(
    config,
    (other) =>
      plan(other, byName ? chosen : questions.filter((scenario) => asks(other.profileName, scenario))),
    byName ? [] : largerThan(config.profileName),
    (changes) => commandWith(parts.flags, changes),
  );
  const manifest = await describeRun({
    ...parts,
    config,
    plan: plan(config, chosen),
    leftOut: leftOut(config, chosen),
    root,
    code,
  });
  return { config, manifest };
}

/** Files that a process has open beside its connections: modules, pipes, libraries, a log. */
const OTHER_FILES = 100;

/** @throws SystemRefusal where a service could not have all connections at once: the others would be reset */
async function assertFiles(connections: number): Promise<void> {
  const limit = await fileLimit();
  if (limit >= connections + OTHER_FILES) return;
  throw new SystemRefusal(
    `ulimit -n: this shell allows ${limit} open files a process, and ${connections} connections need ${connections + OTHER_FILES}; raise it: ulimit -n 4096`,
  );
}

/** The command as it was given, with another profile or number of rounds. */
function commandWith({ profile: _other, rounds: _rounds, ...flags }: RunFlags, changes: string): string {
  return `${commandLine(flags)} ${changes}`;
}

/** The differences because of which two halves cannot be one run. */
export function differencesOf(begun: Manifest, now: Manifest): string[] {
  return [
    ...differencesBetween(begun, now),
    ...(isDeepStrictEqual(begun.plan, JSON.parse(JSON.stringify(now.plan)))
      ? []
      : ['plan: the same flags make another plan now (a contestant, a workload or a profile has changed)']),
  ];
}
