import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { chooseContestants, presentationOrder } from '@cpu-bound/measure/contestants/find';
import { readTargets } from '@cpu-bound/measure/contestants/targets';
import {
  absoluteSpecifier,
  inputOf,
  loadWorkload,
  type Query,
  type Workload,
  withInputs,
} from '@cpu-bound/workload';
import type { Seconds } from '../model.ts';
import { type Config, UsageError } from './config.ts';
import { connectionsFor } from './connections.ts';
import { madeFor } from './made-for.ts';
import { askedByName, BY_NAME_SECONDS, type Profile, type ProfileName, profiles } from './profiles.ts';

/** The flags of `bench run` as they were typed. */
export type RunFlags = {
  readonly profile?: string;
  readonly scenarios?: string;
  readonly contestants?: string;
  /** Services that somebody else started, as `name=URL`. */
  readonly target?: readonly string[];
  readonly workload?: string;
  readonly param?: readonly string[];
  /** What a function that is the workload is called with: files as a glob, or arguments as JSON. */
  readonly body?: string;
  readonly args?: string;
  /** Seconds that a task may take when the workload is examined. */
  readonly longest?: string;
  readonly baseline?: string;
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
  readonly root: string;
  readonly cwd: string;
  /** The questions that there are, and the profiles that ask them where no flag names any. */
  readonly scenarios: readonly { readonly id: string; readonly profiles: readonly ProfileName[] }[];
  readonly now: Date;
};

const list = (flag: string | undefined) =>
  flag
    ?.split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/**
 * Defaults + flags → complete configuration.
 *
 * @throws UsageError with every problem at once, each naming its flag and what is accepted
 */
export async function completeConfig(flags: RunFlags, surroundings: Surroundings): Promise<Config> {
  const { root, cwd, now } = surroundings;
  const scenarioIds = surroundings.scenarios.map(({ id }) => id);
  const problems = (flags.unknown ?? []).map(
    (word) => `${word}: unknown; bench run --help lists what there is`,
  );

  const profileName = (flags.profile ?? 'standard') as ProfileName;
  if (!Object.hasOwn(profiles, profileName)) {
    problems.push(`--profile ${profileName}: unknown; accepted: ${Object.keys(profiles).join(', ')}`);
  }
  const byName = list(flags.scenarios);
  const byProfile = surroundings.scenarios.filter((one) => one.profiles.includes(profileName));
  const scenarios = byName ?? byProfile.map(({ id }) => id);
  for (const name of byName?.filter((id) => !scenarioIds.includes(id)) ?? []) {
    problems.push(`--scenarios ${name}: unknown; accepted: ${scenarioIds.join(', ')}`);
  }
  if (scenarios.length === 0 && (byName || Object.hasOwn(profiles, profileName)))
    problems.push(`--scenarios: is empty; accepted: ${scenarioIds.join(', ')}`);
  const { targets, problems: targetProblems } = readTargets(flags.target ?? []);
  problems.push(...targetProblems);
  // Where only targets are named, only they are measured.
  const names = list(flags.contestants) ?? (flags.target ? [] : undefined);
  const { chosen, problems: contestantProblems } = await chooseContestants(root, names, cwd, targets);
  problems.push(...contestantProblems);
  if (chosen.length === 0 && contestantProblems.length + targetProblems.length === 0)
    problems.push('--contestants: is empty');
  const [simplest] = [...chosen].sort((a, b) => presentationOrder(a) - presentationOrder(b));
  const baseline = flags.baseline ?? simplest?.id ?? '';
  if (chosen.length > 0 && !chosen.some(({ id }) => id === baseline)) {
    problems.push(
      `--baseline ${baseline}: is not among the contestants; accepted: ${chosen.map(({ id }) => id).join(', ')}`,
    );
  }
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
  const inputs = { ...(body !== undefined && { body }), ...(args !== undefined && { args }) };
  const named = flags.workload ?? 'primes';
  const isFunction = flags.workload !== undefined && (body ?? args) !== undefined;
  const specifier = isFunction ? withInputs(named, inputs, cwd) : named;
  const workload = await loadWorkload(specifier, cwd).catch((error: Error) => {
    problems.push(`--workload: ${error.message}`);
    return undefined;
  });
  const headline = workload && headlineQuery(workload, flags.param ?? [], problems);
  const out = resolve(cwd, flags.out ?? join(root, 'results', runId(now)));
  const inside = existsSync(out) ? await readdir(out).catch(() => undefined) : [];
  if (inside?.length !== 0) {
    problems.push(
      `--out ${out}: is ${inside ? 'not empty' : 'no folder'}; accepted: a folder that is empty or not there yet`,
    );
  }
  if (problems.length > 0 || !workload || !headline) throw new UsageError(problems);

  const wanted = byName ? askedByName(profiles[profileName]) : profiles[profileName];
  const { profile, promisedSeconds } = madeFor(
    chosen,
    wanted,
    promised(profiles[profileName], profileName, byName?.length),
  );
  const cores = availableParallelism();
  return {
    profileName,
    profile: rounds === undefined ? profile : { ...profile, rounds },
    ...(rounds === undefined && { promisedSeconds }),
    sideBySide: true, // until the machine was looked at
    scenarios: scenarioIds.filter((id) => scenarios.includes(id)),
    contestants: chosen,
    baseline,
    workload,
    workloadSpecifier: specifier === workload.name ? specifier : absoluteSpecifier(specifier, cwd),
    headline,
    seed: flags.seed ?? String(now.getTime() % 1_000_000),
    cores,
    redisRestarts: false, // until one is there
    moreRedis: false,
    cpuLimits: {}, // until the machine was looked at
    workers: cores,
    connections: connectionsFor(workload, headline, cores),
    out,
  };
}

/** Questions that are asked for by name take some minutes each, and no more than all of them would. */
function promised(profile: Profile, name: ProfileName, asked: number | undefined): Seconds {
  const { promisedSeconds } = profile;
  return asked === undefined || name === 'thorough'
    ? promisedSeconds
    : Math.min(promisedSeconds, asked * BY_NAME_SECONDS);
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
    problems.push(`--param: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

/** Sorts by time, and is a folder name everywhere: 2026-01-31T08-15-30. */
const runId = (now: Date) => now.toISOString().slice(0, 19).replaceAll(':', '-');
