import { access, constants, copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Generators } from '@cpu-bound/measure/load/loads';
import { loadWatched } from '@cpu-bound/measure/workload/load-watched';
import { questions } from '@cpu-bound/questions/questions';
import { type Config, type RunSettings, UsageError } from '@cpu-bound/study/config/config';
import { asExamined } from '@cpu-bound/study/config/examined';
import type { RunFlags } from '@cpu-bound/study/config/flags';
import { settingsOf } from '@cpu-bound/study/config/settings';
import type { Dimensions, Manifest, Run, TrialResult } from '@cpu-bound/study/model';
import { planOf } from '@cpu-bound/study/plan/plan';
import { assertRoom } from '@cpu-bound/study/plan/room';
import { differencesBetween } from '@cpu-bound/study/results/identity';
import { createStore, readRun, reopenStore, type Store } from '@cpu-bound/study/results/store';
import { examineTargets } from '@cpu-bound/study/run/targets';
import type { Workload } from '@cpu-bound/workload';
import type { Backends } from './backends-for.ts';
import { commandLine } from './command-line.ts';
import { configHere } from './config-here.ts';
import { examine, tryRequests } from './examine.ts';
import { describeRun } from './manifest.ts';
import type { Surface } from './surface.ts';
import { type Bench, withBench } from './with-bench.ts';

/**
 * A run that is asked for: a new one (`bench run`, with `--against` too), the rest of one that `begun` is the first part of
 * (`--resume`), or a run that is added to the study that `begun` is (`bench more`). `requestOf` and `additionTo` make it;
 * `withPrepared` reads it.
 */
export type RunRequest = { readonly settings: RunSettings } & (
  | { readonly kind: 'new' }
  | { readonly kind: 'rest'; readonly begun: Run }
  | { readonly kind: 'added'; readonly begun: Run; readonly study: string; readonly command: string }
);

/**
 * A run that is about to begin, or to go on: it is planned, its folder is there, and the backends of its contestants run.
 * `withPrepared` makes it; `measure` reads it.
 */
export type PreparedRun = {
  readonly config: Config;
  readonly manifest: Manifest;
  readonly store: Store;
  readonly backends: Backends;
  readonly generators: Generators;
  /** The results of an earlier part of this run. */
  readonly done: readonly TrialResult[];
  readonly dimensions: Dimensions | undefined;
};

/** @throws UsageError with every problem of the flags at once, nothing written */
export async function requestOf(given: RunFlags, surface: Surface): Promise<RunRequest> {
  await access(tmpdir(), constants.W_OK);
  const { resume, publish, unknown = [], ...others } = given;
  if (resume === undefined) return { kind: 'new', settings: await settingsHere(given, surface) };
  const beside = [...Object.keys(others).map((name) => `--${name}`), ...unknown];
  if (beside.length > 0)
    throw new UsageError([`--resume accepts no other flag than --publish; remove ${beside.join(', ')}`]);
  const out = resolve(surface.cwd, resume);
  const begun = await readRun(out);
  const settings = await settingsHere(begun.manifest.flags as RunFlags, surface);
  return { kind: 'rest', begun, settings: { ...settings, out, publish: publish ?? false } };
}

/** The workloads by their specifiers: the user's own code is loaded and built once, however many runs are added to a study. */
const loaded = new Map<string, Promise<Workload>>();

/** The settings of flags that were given here, or to an earlier run. @throws UsageError with every problem of them at once */
export function settingsHere(
  flags: RunFlags,
  { root, code, cwd, signal, print }: Surface,
): Promise<RunSettings> {
  const watched = (specifier: string) =>
    loadWatched({ specifier, from: cwd }, { signal, onSlow: (what) => print(`the workload: ${what}`) });
  const load = (specifier: string) => loaded.getOrInsertComputed(specifier, watched);
  return settingsOf(flags, { root, code, cwd, scenarios: questions, now: new Date(), load });
}

/**
 * Settings → what is about to be run, for every command that measures: looks at the input, finds the backends, plans, and
 * creates the folder, or opens that of the part that began.
 *
 * @throws UsageError for an input or a target that cannot be measured; where the plan, the code or the machine is another
 *   than it began with, naming each difference, nothing written
 */
export function withPrepared<T>(
  request: RunRequest,
  surface: Surface,
  use: (run: PreparedRun) => Promise<T>,
): Promise<T> {
  const measures = `into ${relative(surface.root, request.settings.out)}`;
  return withBench({ ...surface, measures }, async (bench) => use(await prepare(request, bench, surface)));
}

async function prepare(request: RunRequest, bench: Bench, surface: Surface): Promise<PreparedRun> {
  // The sizes are those that were found when it began.
  const examined =
    request.kind === 'new' ? await examine(request.settings, surface) : request.begun.manifest.workload;
  const sized = asExamined(request.settings, examined);
  const elsewhere = await examineTargets(sized, surface.signal);
  const settings = await tryRequests(sized, surface);
  const backends = await bench.backendsFor(settings.contestants);
  const { config, missing } = await configHere(settings, backends);
  const planned = planOf(
    config,
    questions.filter(({ id }) => config.scenarios.includes(id)),
  );
  const { profile: _profile, rounds: _rounds, ...flags } = config.flags;
  assertRoom(config, planned.trials, questions, (changes) => `${commandLine(flags)} ${changes}`);
  const parts = { config, examined, backends, missing, elsewhere, planned };
  const opened = await open(request, config, await describeRun(parts, surface), surface);
  return { ...opened, config, backends, generators: bench.generators };
}

/** The folder of a run with its manifest, and what an earlier part of the run has left there. */
async function open(
  request: RunRequest,
  { out, requests }: Config,
  manifest: Manifest,
  { cwd }: Surface,
): Promise<Pick<PreparedRun, 'manifest' | 'store' | 'done' | 'dimensions'>> {
  const none = { done: [], dimensions: undefined };
  if (request.kind === 'new') {
    const store = await createStore(out, manifest);
    if (requests?.keep) await copyFile(requests.file, join(out, 'requests.ndjson'));
    return { manifest, store, ...none };
  }
  const { kind, begun } = request;
  if (kind === 'rest') {
    const refusal = `--resume ${out}: this run cannot be continued; begin a new run, because these differ:`;
    assertSame(refusal, differencesOf(begun.manifest, manifest));
    const { manifest: first, results: done, dimensions } = begun;
    return { manifest: first, store: await reopenStore(out), done, dimensions };
  }
  const { study, command } = request;
  const refusal = `${relative(cwd, study) || study}: cannot be added to; begin another study with pnpm bench run:`;
  assertSame(refusal, differencesBetween(begun.manifest, manifest));
  return { manifest, store: await createStore(out, { ...manifest, command }), ...none };
}

function assertSame(refusal: string, differences: readonly string[]): void {
  if (differences.length > 0) throw new UsageError([refusal, ...differences]);
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
