import { readFile } from 'node:fs/promises';
import { basename, isAbsolute, join, relative } from 'node:path';
import { isOfOther } from '@cpu-bound/measure/contestants/against';
import { countCode } from '@cpu-bound/measure/contestants/code';
import {
  type Contestant,
  contestantNamed,
  isStartable,
  type LocalContestant,
  splitVariant,
} from '@cpu-bound/measure/contestants/manifest';
import { examine } from '@cpu-bound/measure/host/doctor';
import { fingerprint, gitCommit, readEnvironment } from '@cpu-bound/measure/host/environment';
import { namedVariables, recordedEnvironment } from '@cpu-bound/measure/host/known-environment';
import type { Workloads } from '@cpu-bound/measure/own/own-process';
import type { WorkloadFacts } from '@cpu-bound/measure/workload/examine';
import type { Config } from '@cpu-bound/study/config/config';
import type { Against, ContestantFacts, Manifest } from '@cpu-bound/study/model';
import type { RunPlan } from '@cpu-bound/study/plan/plan';
import type { RemoteServices } from '@cpu-bound/study/run/targets';
import { isBuiltIn } from '@cpu-bound/workload';
import type { Backends } from './backends-for.ts';
import { fromRoot, repeatingCommand, resumable } from './repeating-command.ts';
import type { Surface } from './surface.ts';

/** The configuration of a run, with the facts found while it was prepared. */
type ManifestParts = {
  readonly config: Config;
  readonly examined: Pick<WorkloadFacts, 'sizes' | 'loopShare' | 'taskMs' | 'octets' | 'recall'>;
  readonly backends: Pick<Backends, 'redis' | 'provisions'>;
  readonly missing: Manifest['missing'];
  readonly elsewhere: RemoteServices;
  readonly planned: RunPlan;
};

/** Writes the manifest: the intent of a run, with its machine and its code. */
export async function describeRun(
  { config, examined, backends, missing, elsewhere, planned }: ManifestParts,
  { root, code, workloads }: Pick<Surface, 'root' | 'code' | 'workloads'>,
): Promise<Manifest> {
  const { workload, workloadSpecifier, headline, requests, profileName, contestants, seed } = config;
  const { trials: plan, leftOut } = planned;
  const { sizes, loopShare, taskMs, octets, recall } = examined;
  const sources = await fingerprint(code);
  const workloadSources =
    requests || isBuiltIn(workloadSpecifier)
      ? undefined
      : await workloads.ask<string>(workloadSpecifier, { do: 'digest', specifier: workloadSpecifier });
  return {
    schemaVersion: 3,
    id: basename(config.out),
    folder:
      config.out === join(root, 'results', basename(config.out)) ? undefined : relative(root, config.out),
    seed,
    profile: profileName,
    startedAt: new Date().toISOString(),
    command: repeatingCommand({ config, examined, root, code }),
    baseline: config.baseline,
    against:
      config.against &&
      (await againstFacts(config.against, config, { root, workloads, sources, workloadSources })),
    // A report must not carry the paths of the machine that made it.
    workload: {
      name: workload.name,
      specifier: fromRoot(workloadSpecifier, root),
      headline,
      answersDiffer: workload.answersDiffer,
      sizes,
      loopShare,
      taskMs,
      octets,
      recall,
      sources: workloadSources,
      requests: requests && {
        sha256: requests.sha256,
        count: requests.count,
        statusOnly: requests.statusOnly,
      },
    },
    scenarios: config.scenarios,
    workers: config.workers,
    inFull: config.profile.inFull,
    sideBySide: config.sideBySide,
    promisedS: config.promisedSeconds,
    contestants: await Promise.all(contestants.map((contestant) => factsOf(contestant, elsewhere))),
    variants: await Promise.all(variantsIn(plan, config).map((variant) => factsOf(variant, {}))),
    leftOut,
    missing,
    environment: await readEnvironment(
      code,
      contestants.filter((contestant) => !isOfOther(contestant)),
      backends,
      config.division,
    ),
    variables: recordedEnvironment(),
    named: Object.keys(namedVariables()),
    checks: [...(await examine()), ...(backends.redis?.checks ?? [])],
    sources,
    flags: resumable(config, code),
    plan,
  };
}

async function factsOf(contestant: Contestant, elsewhere: RemoteServices): Promise<ContestantFacts> {
  const { id, title, summary, version, deals, needs, workers = true } = contestant;
  const { peerOf, scaffolded, family, when, cannot, jobs } = contestant;
  const { base, variant } = splitVariant(id);
  const local = isStartable(contestant) ? contestant : undefined;
  return {
    id,
    title,
    summary,
    version,
    workers,
    variantOf: variant === undefined ? undefined : base,
    kernel: local?.kernel,
    runtime: local?.runtime?.name,
    program: local && programOf(local),
    peerOf,
    scaffolded,
    family,
    when,
    cannot,
    deals,
    needs,
    jobs,
    env: local?.env,
    code: local && (await countCode(local)),
    elsewhere: elsewhere[id],
  };
}

/** Names the program of a contestant's command. @returns undefined for one that the bench provides */
function programOf({ runtime, command }: LocalContestant): string | undefined {
  const [program] = command;
  return runtime || program === 'node' ? undefined : basename(program);
}

/** Lists the variants that the plan measures although no flag named them. */
function variantsIn(plan: Manifest['plan'], { contestants }: Config): Contestant[] {
  const named = new Set(plan.flatMap(({ subjects }) => subjects.map(({ contestant }) => contestant)));
  return [...named]
    .filter((name) => !contestants.some(({ id }) => id === name))
    .flatMap((name) => contestantNamed(contestants, name) ?? []);
}

/** The facts about this checkout. */
type CheckoutFacts = {
  readonly root: string;
  readonly workloads: Workloads;
  readonly sources: string;
  readonly workloadSources: string | undefined;
};

/**
 * Collects the facts about the other checkout, and the parts of it that are not measured. Both checkouts run on one
 * Node.js, with one workload.
 */
async function againstFacts(
  { name, folder, notThere }: NonNullable<Config['against']>,
  { workload, workloadSpecifier }: Pick<Config, 'workload' | 'workloadSpecifier'>,
  { root, workloads, sources, workloadSources }: CheckoutFacts,
): Promise<Against> {
  const theirs = await fingerprint(folder);
  const pinned = await pinnedNode(folder);
  const place = relative(root, workloadSpecifier);
  const isOurs = isAbsolute(workloadSpecifier) && !place.startsWith('..');
  const theirWorkload = isOurs
    ? await workloads
        .ask<string>(workloadSpecifier, { do: 'digest', specifier: join(folder, place) })
        .catch(() => undefined)
    : workloadSources;
  return {
    name,
    commit: await gitCommit(folder),
    sources: theirs,
    isSame: theirs === sources,
    taken: [
      ...(pinned === process.versions.node
        ? []
        : [`Node.js ${process.versions.node} (${name} has ${pinned ?? 'none of its own'})`]),
      ...(theirWorkload === workloadSources ? [] : [`the workload ${workload.name} (${name} has another)`]),
    ],
    notThere,
  };
}

type Dependencies = Readonly<Record<string, string>>;

/** Reads which Node.js a checkout installs for itself: until November 2026 it was a development dependency. */
async function pinnedNode(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}');
  const { dependencies, devDependencies }: Record<string, Dependencies | undefined> = JSON.parse(text);
  return dependencies?.node ?? devDependencies?.node;
}
