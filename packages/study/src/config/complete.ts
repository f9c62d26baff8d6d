import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, extname, join, resolve } from 'node:path';
import type { Contestant } from '@cpu-bound/measure/contestants/manifest';
import { readNamed } from '@cpu-bound/measure/host/known-environment';
import { RequestFileError } from '@cpu-bound/measure/load/from-file/read';
import { loadWorkload, WorkloadError, withInputs } from '@cpu-bound/workload';
import { defined } from '@cpu-bound/workload/defined';
import type { Seconds } from '../model.ts';
import { type RunSettings, UsageError } from './config.ts';
import { connectionsFor } from './connections.ts';
import { chosenContestants } from './contestants.ts';
import { listOf, type RunFlags, type Surroundings } from './flags.ts';
import { headlineQuery, specifierOf } from './headline.ts';
import { profileFor } from './profile-for.ts';
import {
  askedByName,
  asks,
  BY_NAME_SECONDS,
  inDepth,
  type Profile,
  type ProfileName,
  profiles,
} from './profiles.ts';
import { ofRequests, ownRequests, problemsBeside } from './requests.ts';

/**
 * Defaults + flags → what is asked for.
 *
 * @throws UsageError with every problem at once, each naming its flag and what is accepted
 */
export async function completeSettings(flags: RunFlags, surroundings: Surroundings): Promise<RunSettings> {
  const { root, cwd, now, load = loadWorkload } = surroundings;
  const problems = problemsOfWords(flags, cwd);
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
  const { rate, problems: ofRate } = ownRate(flags, measured);
  problems.push(...ofRate);
  const { body, args } = flags;
  if (flags.workload === undefined && (body ?? args) !== undefined)
    problems.push('--body and --args: go with --workload ./file.ts#name, the function that takes them');
  if (body !== undefined && args !== undefined) problems.push('--body and --args: accepted: one of them');
  const named = flags.workload ?? 'primes';
  const isFunction = flags.workload !== undefined && (body ?? args) !== undefined;
  const specifier = isFunction ? withInputs(named, defined({ body, args }), cwd) : named;
  problems.push(...problemsBeside(flags), ...readNamed(flags.env ?? []).problems);
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
      flags.scenarios === undefined && !own ? undefined : byNameSeconds(measured, surroundings),
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
    rate,
    seed: flags.seed ?? String(now.getTime() % 1_000_000),
    cores,
    workers: cores,
    connections: connectionsFor(workload, headline, cores),
    out,
  });
}

/** The reader's own rate, at which the question of latency measures. */
function ownRate(
  { rate, p99 }: RunFlags,
  scenarios: readonly string[],
): { readonly rate?: number; readonly problems: readonly string[] } {
  if (rate === undefined)
    return { problems: p99 === undefined ? [] : ['--p99: goes with --rate, your requests per second'] };
  const perSecond = Number(rate);
  if (!(perSecond > 0 && perSecond <= 1e6))
    return { problems: [`--rate ${rate}: accepted: requests per second, a number above 0, up to 1000000`] };
  if (!scenarios.includes('latency'))
    return { problems: [`--rate ${rate}: is for the question latency; accepted: with it among --scenarios`] };
  return { rate: perSecond, problems: [] };
}

/** Words that are no flag. Where they are files, a shell has put them in the place of a pattern without quotes. */
function problemsOfWords({ unknown = [], body }: RunFlags, cwd: string): string[] {
  const files = unknown.filter((word) => !word.startsWith('-') && existsSync(resolve(cwd, word)));
  const isExpanded = body !== undefined && files.length > 0;
  return [
    ...unknown
      .filter((word) => !(isExpanded && files.includes(word)))
      .map((word) => `${word}: unknown; bench run --help lists what there is`),
    ...(isExpanded
      ? [
          `--body ${body} ${files.length > 1 ? `and ${files.length} more files` : files[0]}: the shell has replaced a pattern by its files; put it in quotes: --body '${join(dirname(body), `*${extname(body)}`)}'`,
        ]
      : []),
  ];
}

const byNameSeconds = (ids: readonly string[], { scenarios }: Surroundings): Seconds =>
  scenarios
    .filter(({ id }) => ids.includes(id))
    .reduce((sum, one) => sum + (one.byNameSeconds ?? BY_NAME_SECONDS), 0);

function profileNamed(name: string, problems: string[]): ProfileName | undefined {
  if (Object.hasOwn(profiles, name)) return name as ProfileName;
  problems.push(`--profile ${name}: unknown; accepted: ${Object.keys(profiles).join(', ')}`);
  return undefined;
}

/** The named scenarios, or else those of the profile, in the order of the report. */
function chosenScenarios(
  { scenarios: named, against, requests }: RunFlags,
  profileName: ProfileName | undefined,
  { scenarios }: Surroundings,
  problems: string[],
): string[] {
  const ids = scenarios.map(({ id }) => id);
  const byName = listOf(named);
  // Two checkouts are compared by verdicts alone, and those who answer a file are asked in full.
  const inBreadth = against === undefined && requests === undefined;
  const chosen = scenarios.filter(({ id, profiles: asking, once }) =>
    byName
      ? byName.includes(id)
      : profileName && asks(profileName, { profiles: asking, ...(inBreadth && once && { once }) }),
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

/**
 * The rounds that carry a hundred figures of two checkouts, whose intervals hold at once: 2^(1 − 12) is less than
 * 0.05 ÷ 100.
 */
const ROUNDS_AGAINST = 12;

/**
 * The profile for these contestants, and the time that it promises: none where the rounds are given, or are needed: with
 * fewer of them two checkouts have no verdict.
 *
 * @param byName what the questions that were asked for by name may take; it is no more than all would
 */
function profileOf(
  name: ProfileName,
  byName: Seconds | undefined,
  contestants: readonly Contestant[],
  rounds: number | undefined,
  isAgainst: boolean,
): Pick<RunSettings, 'profile' | 'promisedSeconds'> {
  const { promisedSeconds: whole } = profiles[name];
  const isWhole = byName === undefined || name === 'thorough';
  const asked: Profile = isAgainst ? inDepth(profiles[name]) : profiles[name];
  const wanted = byName === undefined ? asked : askedByName(asked);
  const promised = isWhole ? whole : Math.min(whole, byName);
  const found = profileFor(contestants, wanted, promised, isAgainst ? ROUNDS_AGAINST : undefined);
  if (rounds !== undefined) return { profile: { ...found.profile, rounds } };
  return isAgainst ? { profile: found.profile } : found;
}

/** Sorts by time, and is a folder name everywhere: 2026-01-31T08-15-30. */
const runId = (now: Date) => now.toISOString().slice(0, 19).replaceAll(':', '-');
