import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { counterparts, otherCheckout } from '@cpu-bound/measure/contestants/against';
import { chooseContestants, presentationOrder } from '@cpu-bound/measure/contestants/find';
import type { Contestant } from '@cpu-bound/measure/contestants/manifest';
import { readTargets } from '@cpu-bound/measure/contestants/targets';
import { RequestFileError } from '@cpu-bound/measure/load/from-file/read';
import type { MissingContestant } from '@cpu-bound/measure/model';
import {
  absoluteSpecifier,
  builtInFile,
  inputOf,
  isBuiltIn,
  isInvalidParameter,
  loadWorkload,
  type Query,
  rotationOf,
  type Workload,
  WorkloadError,
  withInputs,
} from '@cpu-bound/workload';
import { defined } from '@cpu-bound/workload/defined';
import { type RunSettings, UsageError } from './config.ts';
import { connectionsFor } from './connections.ts';
import { profileFor } from './profile-for.ts';
import { askedByName, BY_NAME_SECONDS, type ProfileName, profiles } from './profiles.ts';
import { ofRequests, ownRequests, problemsBeside, type RequestFlags } from './requests.ts';

/** The flags of `bench run` as they were typed. */
export type RunFlags = RequestFlags & {
  readonly profile?: string;
  readonly scenarios?: string;
  readonly contestants?: string;
  /** Versions of Node.js on which the main contestants are measured, too. */
  readonly node?: string;
  /** Services that the bench does not start, as `name=URL`. */
  readonly target?: readonly string[];
  readonly workload?: string;
  readonly param?: readonly string[];
  /** What a function that is the workload is called with: files as a glob, or arguments as JSON. */
  readonly body?: string;
  readonly args?: string;
  /** Seconds that a task may take when the workload is examined. */
  readonly longest?: string;
  readonly baseline?: string;
  /** The folder of another checkout, whose contestants are measured beside ours. */
  readonly against?: string;
  readonly seed?: string;
  readonly rounds?: string;
  readonly out?: string;
  readonly publish?: boolean;
  /** The folder of a run to go on with. */
  readonly resume?: string;
  /** Words that are no flag of `bench run`. */
  readonly unknown?: readonly string[];
};

/** Where the flags were typed, and what they may name. */
export type Surroundings = {
  /** Whose `results/` they go to, and where the packages are. */
  readonly root: string;
  readonly code: string;
  readonly cwd: string;
  /** The questions that there are, and the profiles that ask them where no flag names any. */
  readonly scenarios: readonly {
    readonly id: string;
    readonly profiles: readonly ProfileName[];
    readonly ofRequests?: true;
  }[];
  readonly now: Date;
  /** How a workload is loaded, which may be the user's own code. */
  readonly load?: typeof loadWorkload;
};

const list = (flag: string | undefined) =>
  flag
    ?.split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/**
 * Defaults + flags → what is asked for.
 *
 * @throws UsageError with every problem at once, each naming its flag and what is accepted
 */
export async function completeSettings(flags: RunFlags, surroundings: Surroundings): Promise<RunSettings> {
  const { root, cwd, now, load = loadWorkload } = surroundings;
  const problems = (flags.unknown ?? []).map(
    (word) => `${word}: unknown; bench run --help lists what there is`,
  );
  const profileName = profileNamed(flags.profile ?? 'standard', problems);
  const scenarios = chosenScenarios(flags, profileName, surroundings, problems);
  const measured = flags.requests === undefined ? scenarios : ofRequests(scenarios, surroundings, problems);
  const rounds = flags.rounds === undefined ? undefined : Number(flags.rounds);
  if (rounds !== undefined && !(Number.isInteger(rounds) && rounds >= 1 && rounds <= 60)) {
    problems.push(`--rounds ${flags.rounds}: accepted: an integer from 1 to 60`);
  }
  const longest = flags.longest === undefined ? 1 : Number(flags.longest);
  if (!(longest >= 1 && longest <= 600)) {
    problems.push(`--longest ${flags.longest}: accepted: seconds from 1 to 600`);
  }
  const { body, args } = flags;
  if (flags.workload === undefined && (body ?? args) !== undefined)
    problems.push('--body and --args: go with --workload ./file.ts#name, the function that takes them');
  if (body !== undefined && args !== undefined) problems.push('--body and --args: accepted: one of them');
  const named = flags.workload ?? 'primes';
  const isFunction = flags.workload !== undefined && (body ?? args) !== undefined;
  const specifier = isFunction ? withInputs(named, defined({ body, args }), cwd) : named;
  problems.push(...problemsBeside(flags));
  const own = await requestsOf(flags, cwd, problems);
  const loaded = () =>
    load(specifier, cwd).catch((error: Error) => {
      if (!(error instanceof WorkloadError)) throw error; // it was interrupted
      problems.push(`--workload: ${error.message}`);
      return undefined;
    });
  const workload = flags.requests === undefined ? await loaded() : own?.workload;
  const { contestants, baseline, against, without } = await chosenContestants(
    flags,
    workload,
    surroundings,
    problems,
  );
  const headline = workload && headlineQuery(workload, flags.param ?? [], problems);
  const out = resolve(cwd, flags.out ?? join(root, 'results', runId(now)));
  const inside = existsSync(out) ? await readdir(out).catch(() => undefined) : [];
  if (inside?.length !== 0) {
    problems.push(
      `--out ${out}: is ${inside ? 'not empty' : 'no folder'}; accepted: a folder that is empty or not there yet`,
    );
  }
  if (problems.length > 0 || !profileName || !workload || !headline) throw new UsageError(problems);
  const cores = availableParallelism();
  return defined({
    profileName,
    ...profileOf(
      profileName,
      flags.scenarios === undefined && !own ? undefined : measured.length,
      contestants,
      rounds,
      against !== undefined,
    ),
    scenarios,
    contestants,
    without,
    baseline,
    against,
    workload,
    requests: own?.requests,
    workloadSpecifier: own ? workload.name : specifierOf(specifier, workload, against !== undefined, cwd),
    headline,
    seed: flags.seed ?? String(now.getTime() % 1_000_000),
    cores,
    workers: cores,
    connections: connectionsFor(workload, headline, cores),
    out,
  });
}

/** The workload's name or its absolute path: another checkout computes ours, and not the one of this name that it has. */
function specifierOf(specifier: string, { name }: Workload, isAgainst: boolean, cwd: string): string {
  if (!isBuiltIn(specifier)) return absoluteSpecifier(specifier, cwd);
  return isAgainst ? specifier.replace(name, () => builtInFile(name)) : specifier;
}

function profileNamed(name: string, problems: string[]): ProfileName | undefined {
  if (Object.hasOwn(profiles, name)) return name as ProfileName;
  problems.push(`--profile ${name}: unknown; accepted: ${Object.keys(profiles).join(', ')}`);
  return undefined;
}

/** Those that are named, or else those of the profile, in the order of the report. */
function chosenScenarios(
  { scenarios: named }: RunFlags,
  profileName: ProfileName | undefined,
  { scenarios }: Surroundings,
  problems: string[],
): string[] {
  const ids = scenarios.map(({ id }) => id);
  const byName = list(named);
  const chosen = scenarios.filter(({ id, profiles: asking }) =>
    byName ? byName.includes(id) : profileName && asking.includes(profileName),
  );
  for (const name of byName?.filter((id) => !ids.includes(id)) ?? [])
    problems.push(`--scenarios ${name}: unknown; accepted: ${ids.join(', ')}`);
  if (byName ? byName.length === 0 : profileName && chosen.length === 0)
    problems.push(`--scenarios: is empty; accepted: ${ids.join(', ')}`);
  return chosen.map(({ id }) => id);
}

async function requestsOf(flags: RunFlags, cwd: string, problems: string[]) {
  if (flags.requests === undefined) return undefined;
  return ownRequests(flags.requests, flags, cwd).catch((error: unknown) => {
    if (!(error instanceof RequestFileError)) throw error;
    problems.push(...error.problems);
    return undefined;
  });
}

/** Those that are named, and the targets; the baseline is the one that stands first, unless a flag names it. */
async function chosenContestants(
  flags: RunFlags,
  workload: Workload | undefined,
  { code, cwd }: Surroundings,
  problems: string[],
) {
  const { targets, problems: targetProblems } = readTargets(
    flags.target ?? [],
    flags.requests === undefined ? undefined : (flags.light ?? '/'),
  );
  // Where only targets are named, only they are measured.
  const names = list(flags.contestants) ?? (flags.target ? [] : undefined);
  const kernels = Object.keys(workload?.kernels ?? {});
  const { chosen, problems: contestantProblems } = await chooseContestants(
    code,
    names,
    cwd,
    targets,
    kernels,
    list(flags.node),
  );
  problems.push(...targetProblems, ...contestantProblems);
  const without = withoutKernels(names, workload);
  if (chosen.length === 0 && contestantProblems.length + targetProblems.length === 0)
    problems.push(...(without?.map(reasonOf) ?? ['--contestants: is empty']));
  const [simplest] = [...chosen].sort(
    (a, b) => Number('kernel' in a) - Number('kernel' in b) || presentationOrder(a) - presentationOrder(b),
  );
  const baseline = flags.baseline ?? simplest?.id ?? '';
  if (chosen.length > 0 && !chosen.some(({ id }) => id === baseline)) {
    problems.push(
      `--baseline ${baseline}: is not among the contestants; accepted: ${chosen.map(({ id }) => id).join(', ')}`,
    );
  }
  if (flags.against === undefined || chosen.length === 0) return { contestants: chosen, baseline, without };
  if (flags.publish) problems.push('--publish: does not go with --against; REPORT.md is about strategies');
  const other = otherCheckout(flags.against, cwd);
  const { contestants, notThere, problems: ofOther } = await counterparts(chosen, other, code);
  problems.push(...ofOther);
  // The first that both have, where the other checkout lacks the baseline.
  const shared = contestants.some(({ id }) => id === baseline) ? baseline : (contestants[0]?.id ?? baseline);
  return { contestants, baseline: shared, without, against: { ...other, notThere } };
}

/** `@kernels` is left out, and not refused, where the workload has none: the others can be measured. */
const withoutKernels = (
  names: readonly string[] | undefined,
  workload: Workload | undefined,
): RunSettings['without'] =>
  workload && names?.includes('@kernels') && Object.keys(workload.kernels ?? {}).length === 0
    ? [{ contestant: '@kernels', reason: `the workload ${workload.name} has no other kernels` }]
    : undefined;

const reasonOf = ({ contestant, reason }: MissingContestant) => `--contestants ${contestant}: ${reason}`;

/** So many carry a hundred figures of two checkouts, whose intervals hold at once: 2^(1 − 12) is less than 0.05 ÷ 100. */
const ROUNDS_AGAINST = 12;

/**
 * The profile for these contestants, and the time that it promises: none where the rounds are given, or are needed: with
 * fewer of them two checkouts have no verdict.
 *
 * @param byName how many questions were asked for by name. They take some minutes each, and no more than all would.
 */
function profileOf(
  name: ProfileName,
  byName: number | undefined,
  contestants: readonly Contestant[],
  rounds: number | undefined,
  isAgainst: boolean,
): Pick<RunSettings, 'profile' | 'promisedSeconds'> {
  const { promisedSeconds: whole } = profiles[name];
  const isWhole = byName === undefined || name === 'thorough';
  const wanted = byName === undefined ? profiles[name] : askedByName(profiles[name]);
  const promised = isWhole ? whole : Math.min(whole, byName * BY_NAME_SECONDS);
  const found = profileFor(contestants, wanted, promised, isAgainst ? ROUNDS_AGAINST : undefined);
  if (rounds !== undefined) return { profile: { ...found.profile, rounds } };
  return isAgainst ? { profile: found.profile } : found;
}

/** `--param upTo=200000` replaces that parameter of the workload's own headline query. */
function headlineQuery(workload: Workload, params: readonly string[], problems: string[]): Query | undefined {
  const changes: Record<string, string> = {};
  for (const param of params) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(param) ?? [];
    if (name === undefined || value === undefined) {
      problems.push(
        `--param ${param}: accepted: name=value, e.g. ${Object.entries(workload.headline)[0]?.join('=')}`,
      );
    } else {
      changes[name] = value;
    }
  }
  const query = { ...workload.headline, ...changes };
  try {
    inputOf(workload, query);
    return query;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const isBody = isInvalidParameter(error) && error.parameter === 'body';
    problems.push(isBody ? `--workload: ${firstRefused(workload, query)}: ${said}` : `--param: ${said}`);
    return undefined;
  }
}

/** Of the queries that are sent in turn, the one whose body is no input. */
function firstRefused(workload: Workload, query: Query): string {
  const isRefused = (one: Query) => {
    try {
      inputOf(workload, one);
      return false;
    } catch {
      return true;
    }
  };
  return new URLSearchParams(rotationOf(workload, query).find(isRefused) ?? query).toString();
}

/** Sorts by time, and is a folder name everywhere: 2026-01-31T08-15-30. */
const runId = (now: Date) => now.toISOString().slice(0, 19).replaceAll(':', '-');
