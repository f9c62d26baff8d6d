import { access, constants, copyFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { notBuilt } from '@cpu-bound/measure/contestants/code';
import { chooseContestants } from '@cpu-bound/measure/contestants/find';
import { isStartable, rateSetters } from '@cpu-bound/measure/contestants/manifest';
import { moveToServices } from '@cpu-bound/measure/host/cpu-limits';
import type { Inspection } from '@cpu-bound/measure/load/inspection';
import type { Generators } from '@cpu-bound/measure/load/loads';
import type { Recall } from '@cpu-bound/measure/model';
import { questions } from '@cpu-bound/questions/questions';
import { commandLine } from '@cpu-bound/study/analyse/commands';
import { aboutRecall } from '@cpu-bound/study/analyse/own-function';
import { type Config, type RunFlags, type RunSettings, UsageError } from '@cpu-bound/study/config/config';
import { asExamined, settingsOf } from '@cpu-bound/study/config/settings';
import type { Dimensions, Manifest, Run, TrialResult } from '@cpu-bound/study/model';
import { planOf } from '@cpu-bound/study/plan/plan';
import { assertRoom, assertTime } from '@cpu-bound/study/plan/room';
import { createStore, readRun, reopenStore, type Store } from '@cpu-bound/study/results/store';
import { differencesBetween } from '@cpu-bound/study/results/study';
import { examineTargets } from '@cpu-bound/study/run/targets';
import { isBuiltIn } from '@cpu-bound/workload';
import type { Backends } from './backends-for.ts';
import { answersIn, checkIn, linesOf } from './check.ts';
import { configHere, examine, tryRequests } from './config-here.ts';
import { onPath } from './doctor.ts';
import { describeRun } from './manifest.ts';
import type { Surface } from './surface.ts';
import { type Bench, withBench } from './with-bench.ts';

/** A new run (`bench run`), the rest of the interrupted run `begun`, or an addition to the study `begun`. */
export type RunRequest = { readonly settings: RunSettings } & (
  | { readonly kind: 'new' }
  | { readonly kind: 'rest'; readonly begun: Run }
  | { readonly kind: 'added'; readonly begun: Run; readonly study: string; readonly command: string }
);

/** A run that is ready to begin or to continue: its plan and its folder exist, and its backends run. */
export type PreparedRun = {
  readonly config: Config;
  readonly manifest: Manifest;
  /** The fitness of the machine now; the manifest of a run that continues has that of its beginning. */
  readonly checks: Manifest['checks'];
  readonly store: Store;
  readonly backends: Backends;
  readonly generators: Generators;
  /** The results of an earlier part of this run. */
  readonly done: readonly TrialResult[];
  readonly dimensions: Dimensions | undefined;
};

/** Makes a request of the flags, and writes nothing. @throws UsageError with every problem of the flags at once */
export async function requestOf(flags: RunFlags, surface: Surface): Promise<RunRequest> {
  await access(tmpdir(), constants.W_OK);
  const { resume, publish, unknown = [], ...others } = flags;
  if (resume === undefined)
    return { kind: 'new', settings: await settingsHere(await withSystemNode(flags), surface) };
  const needless = [...Object.keys(others).map((name) => `--${name}`), ...unknown.map(({ word }) => word)];
  if (needless.length > 0)
    throw new UsageError([`--resume accepts no other flag than --publish; remove ${needless.join(', ')}`]);
  const out = resolve(surface.cwd, resume);
  const begun = await readRun(out);
  const settings = await settingsHere(begun.manifest.flags as RunFlags, surface);
  return { kind: 'rest', begun, settings: { ...settings, out, publish: publish ?? false } };
}

/** Replaces `system` in `--node` by the version of the reader's own Node.js: a stored run names a version. */
export async function withSystemNode(flags: RunFlags, find = onPath): Promise<RunFlags> {
  const versions = flags.node?.split(',') ?? [];
  if (!versions.includes('system')) return flags;
  const [installed] = await find();
  if (!installed)
    throw new UsageError(['--node system: there is no node on the PATH; accepted: a version, such as 24']);
  return {
    ...flags,
    node: versions.map((version) => (version === 'system' ? installed.version : version)).join(','),
  };
}

/** Completes flags of this command or of an earlier run. @throws UsageError with all of their problems */
export function settingsHere(
  flags: RunFlags,
  { root, code, cwd, signal, workloads, print }: Surface,
): Promise<RunSettings> {
  const onSlow = (what: string) => print(`the workload: ${what}`);
  const load = (specifier: string, from: string) => workloads.load(specifier, from, { signal, onSlow });
  return settingsOf(flags, { root, code, cwd, questions, now: new Date(), load });
}

/**
 * Turns settings into a prepared run, for every command that measures. It examines the input, starts the backends,
 * plans, and creates the folder or opens that of the earlier part.
 *
 * @throws UsageError for an input or a target that cannot be measured. A plan, code or machine that differs from the
 *   earlier part's is refused, naming each difference, before anything is written.
 */
export function withPrepared<T>(
  request: RunRequest,
  surface: Surface,
  use: (run: PreparedRun) => Promise<T>,
): Promise<T> {
  const folder = request.settings.out;
  const purpose = { measures: `into ${folder}`, folder };
  return withBench({ ...surface, purpose }, async (bench) => use(await prepare(request, bench, surface)));
}

async function prepare(request: RunRequest, bench: Bench, surface: Surface): Promise<PreparedRun> {
  const unbuilt = notBuilt(request.settings.contestants, surface.cwd);
  if (unbuilt.length > 0) throw new UsageError(unbuilt);
  const { division } = request.settings;
  if (division) {
    await moveToServices(division);
    await bench.generators.keepTo(division.generators);
  }
  const { contestants } = request.settings;
  const backends = await bench.backendsFor(contestants);
  const { without, recall } = await withoutFailing(request, backends, surface);
  const able = contestants.filter(({ id }) => !without.some(({ contestant }) => contestant === id));
  // A run that continues has the sizes that were found when it began.
  const examined =
    request.kind === 'new'
      ? { ...(await examine({ ...request.settings, contestants: able }, surface)), recall }
      : request.begun.manifest.workload;
  const sized = asExamined(request.settings, examined);
  const elsewhere = await examineTargets(sized, surface.signal);
  const tried = await tryRequests(sized, surface);
  const settings = { ...tried, without: [...(tried.without ?? []), ...without] };
  const { config, missing } = await configHere(settings, backends, examined);
  const planned = planOf(
    config,
    questions.filter(({ id }) => config.scenarios.includes(id)),
  );
  const { profile: _profile, rounds: _rounds, ...flags } = config.flags;
  assertRoom(config, planned.trials, questions, (changes) => `${commandLine(flags)} ${changes}`);
  if (request.kind === 'new') assertTime(config, planned.trials);
  const parts = { config, examined, backends, missing, elsewhere, planned };
  const described = await describeRun(parts, surface);
  const opened = await open(request, config, described, surface);
  return { ...opened, config, checks: described.checks, backends, generators: bench.generators };
}

/** The contestants that the check leaves out, and the traces of earlier calls that it found. */
type CheckedFunction = { readonly without: Manifest['missing']; readonly recall?: Recall };

/**
 * Starts the strategies with the reader's own function, and finds those in which it does not run. The answers of the
 * first that runs it become the expected ones. Alternatives to the four, and another checkout, are not compared; nor is
 * anything in a run that goes on.
 *
 * @throws UsageError if it runs in none of them, or answers one input differently
 */
async function withoutFailing(
  request: RunRequest,
  backends: Backends,
  surface: Surface,
): Promise<CheckedFunction> {
  const { contestants, workload, workloadSpecifier: specifier, requests, against, flags } = request.settings;
  const isNew = request.kind === 'new';
  const without = isNew ? [] : request.begun.manifest.missing;
  const here = contestants
    .filter(isStartable)
    .filter(({ id }) => ![...backends.missing, ...without].some(({ contestant }) => contestant === id));
  const main = rateSetters(contestants);
  const able = here.filter(({ id }) => main.includes(id));
  if (requests || isBuiltIn(specifier)) return { without };
  const asked = isNew && !against && able.length > 0 ? able : here.slice(0, 1);
  if (asked.length === 0) {
    // Services elsewhere are compared with a single process here.
    const { chosen } = await chooseContestants(surface.code, undefined, surface.cwd);
    asked.push(...chosen.filter(isStartable).filter(({ workers }) => workers === false));
  }
  const { seen, checked } = await checkIn(asked, { specifier, workload }, backends, surface);
  const { findings, leftOut, refused } = checked;
  const told = findings.filter(({ what }) => !refused?.startsWith(what));
  for (const line of linesOf({ ...checked, findings: told }, surface.columns()))
    if (line !== '') surface.print(line);
  if (refused !== undefined) throw new UsageError([`--workload ${specifier}: ${refused}`]);
  surface.workloads.expect(specifier, answersIn(seen));
  const recall = recallIn(seen);
  for (const { message, remedy } of aboutRecall(workload.name, recall))
    surface.print(`the workload: ${message}; to do: ${remedy}`);
  const missing = Object.entries(leftOut).map(([contestant, what]) => ({
    contestant,
    reason: `${what}: ${findings.find((finding) => finding.what === what)?.cells[contestant]}`,
    ...(flags.contestants !== undefined && { isNamed: true as const }),
  }));
  return { without: [...without, ...missing], ...(recall && { recall }) };
}

function recallIn(seen: readonly Inspection[]): Recall | undefined {
  const { recalled } = seen.find((one) => one.recalled) ?? {};
  const { keptBytes, slowdowns } = seen.find(({ isSingle }) => isSingle)?.looks[0] ?? {};
  return (
    recalled && {
      ...recalled,
      ...(keptBytes !== undefined && { keptBytes: Math.round(keptBytes) }),
      ...(slowdowns && { slowdowns }),
    }
  );
}

/** Creates the folder of a run with its manifest, or opens it with the results of its earlier part. */
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
  const refusal = `${relative(cwd, study) || study}: cannot be added to; begin another study with npx -y pnpm@12 bench run:`;
  assertSame(refusal, differencesBetween(begun.manifest, manifest));
  return { manifest, store: await createStore(out, { ...manifest, command }), ...none };
}

function assertSame(refusal: string, differences: readonly string[]): void {
  if (differences.length > 0) throw new UsageError([refusal, ...differences]);
}

/** Lists the differences that prevent two halves from being one run. */
export function differencesOf(begun: Manifest, now: Manifest): string[] {
  return [
    ...differencesBetween(begun, now),
    ...(isDeepStrictEqual(begun.plan, JSON.parse(JSON.stringify(now.plan)))
      ? []
      : ['plan: the same flags make another plan now (a contestant, a workload or a profile has changed)']),
  ];
}
