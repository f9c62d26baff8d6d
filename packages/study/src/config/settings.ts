import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import { counterparts, otherCheckout } from '@cpu-bound/measure/contestants/against';
import { chooseContestants, presentationOrder, readTargets } from '@cpu-bound/measure/contestants/find';
import { coresFor } from '@cpu-bound/measure/host/cpu-limits';
import { namesOf, nameVariables, readNamed } from '@cpu-bound/measure/host/known-environment';
import type { MissingContestant, Seconds } from '@cpu-bound/measure/model';
import { connectionsFor } from '@cpu-bound/measure/model/core-division';
import type { KnownWorkload } from '@cpu-bound/measure/own/known';
import type { WorkloadFacts } from '@cpu-bound/measure/workload/examine';
import { availableCores } from '@cpu-bound/service/container';
import { amountsOf } from './amounts.ts';
import {
  listOf,
  type RunFlags,
  type RunSettings,
  type Surroundings,
  type UnknownWord,
  UsageError,
} from './config.ts';
import { inputFor } from './input.ts';
import { profileOf, questionsOf } from './questions.ts';

/**
 * Turns flags and defaults into settings. The variables of `--env` are set from here on, because the user's own code is
 * loaded with them.
 *
 * @throws UsageError with every problem at once, each naming its flag and the accepted values
 */
export async function settingsOf(flags: RunFlags, surroundings: Surroundings): Promise<RunSettings> {
  const { root, cwd, now } = surroundings;
  const {
    out: folder,
    publish = false,
    for: _for,
    until: _until,
    resume: _resume,
    unknown,
    ...repeatable
  } = flags;
  const problems = problemsOfWords(unknown, flags.body, cwd);
  const { profileName, scenarios, measured, byName } = questionsOf(flags, surroundings, problems);
  const { rounds, goOn, ...amounts } = amountsOf(flags, measured, surroundings, problems);
  const division = await coresFor(flags.cores, problems);
  const named = readNamed(flags.env ?? []);
  problems.push(...named.problems);
  nameVariables(named.variables);
  const input = await inputFor(flags, surroundings, problems);
  const contestants = await chosenContestants(flags, input?.workload, surroundings, problems);
  const out = resolve(cwd, folder ?? join(root, 'results', runId(now)));
  problems.push(...(await problemsOfFolder(out)));
  if (problems.length > 0 || !profileName || !input) throw new UsageError(problems);
  const { bodies, ...known } = input;
  const cores = division?.services.length ?? availableCores();
  const isAgainst = contestants.against !== undefined;
  const asked = { byName, measured, contestants: contestants.contestants, rounds, isAgainst, goOn };
  return {
    profileName,
    ...profileOf(profileName, asked, surroundings),
    scenarios,
    byName,
    ...contestants,
    ...known,
    ...amounts,
    seed: flags.seed ?? String(now.getTime() % 1_000_000),
    cores,
    division,
    workers: cores,
    connections: connectionsFor(bodies, cores),
    out,
    publish,
    // A value of --env may be a secret, and flags are stored and published.
    flags: { ...repeatable, env: flags.env && namesOf(flags.env) },
  };
}

/** Reports words that are no flags. If they are files, a shell has expanded a pattern without quotes. */
function problemsOfWords(
  unknown: readonly UnknownWord[] = [],
  body: string | undefined,
  cwd: string,
): string[] {
  const files = unknown
    .map(({ word }) => word)
    .filter((word) => !word.startsWith('-') && existsSync(resolve(cwd, word)));
  const isExpanded = body !== undefined && files.length > 0;
  // The value of a misspelt option has no mistake of its own.
  const isValue = (index: number) => {
    const [before, own] = [unknown[index - 1], unknown[index]];
    return before?.meant !== undefined && !before.word.includes('=') && !own?.word.startsWith('-');
  };
  return [
    ...unknown
      .filter(({ word }, index) => !(isExpanded && files.includes(word)) && !isValue(index))
      .map(
        ({ word, meant }) =>
          `${word}: unknown; ${meant === undefined ? 'npx -y pnpm@12 bench run --help lists what there is' : `did you mean ${meant}?`}`,
      ),
    ...(isExpanded
      ? [
          `--body ${body} ${files.length > 1 ? `and ${files.length} more files` : files[0]}: the shell has replaced a pattern by its files; put it in quotes: --body '${join(dirname(body), `*${extname(body)}`)}'`,
        ]
      : []),
  ];
}

async function problemsOfFolder(out: string): Promise<string[]> {
  const inside = existsSync(out) ? await readdir(out).catch(() => undefined) : [];
  if (inside?.length === 0) return [];
  return [
    `--out ${out}: is ${inside ? 'not empty' : 'no folder'}; accepted: a folder that is empty or not there yet`,
  ];
}

/** An id that sorts by time and is a valid folder name everywhere: 2026-01-31T08-15-30. */
const runId = (now: Date) => now.toISOString().slice(0, 19).replaceAll(':', '-');

/** Returns the named contestants and the targets. The first is the baseline, unless a flag names it. */
async function chosenContestants(
  flags: RunFlags,
  workload: KnownWorkload | undefined,
  { code, cwd }: Surroundings,
  problems: string[],
) {
  const { targets, problems: targetProblems } = readTargets(
    flags.target ?? [],
    flags.requests === undefined ? undefined : (flags.light ?? '/'),
  );
  // If only targets are named, only they are measured.
  const names = listOf(flags.contestants) ?? (flags.target ? [] : undefined);
  const kernels = workload?.kernels ?? [];
  const { chosen, problems: contestantProblems } = await chooseContestants(
    code,
    names,
    cwd,
    targets,
    kernels,
    listOf(flags.node),
  );
  problems.push(...targetProblems, ...contestantProblems);
  const without = withoutKernels(names, workload);
  if (chosen.length === 0 && contestantProblems.length + targetProblems.length === 0)
    problems.push(
      ...(without?.map(reasonOf) ?? [
        '--contestants: is empty; accepted: ids of contestants, separated by commas (npx -y pnpm@12 bench list)',
      ]),
    );
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
  if (flags.publish)
    problems.push(
      '--publish: cannot be combined with --against, because REPORT.md compares strategies; leave one of them out',
    );
  const other = otherCheckout(flags.against, cwd);
  const { contestants, notThere, problems: ofOther } = await counterparts(chosen, other, code);
  problems.push(...ofOther);
  // If the other checkout lacks the baseline, the first contestant that both have takes its place.
  const shared = contestants.some(({ id }) => id === baseline) ? baseline : (contestants[0]?.id ?? baseline);
  return { contestants, baseline: shared, without, against: { ...other, notThere } };
}

/** Leaves `@kernels` out, instead of refusing it, if the workload has none: the others can still be measured. */
const withoutKernels = (
  names: readonly string[] | undefined,
  workload: KnownWorkload | undefined,
): RunSettings['without'] =>
  workload && names?.includes('@kernels') && workload.kernels.length === 0
    ? [{ contestant: '@kernels', reason: `the workload ${workload.name} has no other kernels` }]
    : undefined;

const reasonOf = ({ contestant, reason }: MissingContestant) => `--contestants ${contestant}: ${reason}`;

/** A window needs this number of tasks to measure a throughput. */
const TASKS = 20;
/** Latency is measured at half of the throughput of the slowest contestant, which computes one task at a time. */
const OPEN_LOAD = 0.5;
/** A warm-up needs this number of tasks. */
const WARM_UP_TASKS = 3;
/** The longest wait of a request in a closed loop, for a process that computes one task at a time. */
const LONGEST_WAIT: Seconds = 5;

/** Fits the settings to the length of a task: windows, warm-ups and connections, the same for all contestants. */
export function forTask<S extends Pick<RunSettings, 'profile' | 'connections' | 'cores'>>(
  settings: S,
  taskSeconds: Seconds = 0,
): S {
  const { profile, connections, cores } = settings;
  const windowSeconds = rounded(Math.max(profile.windowSeconds, TASKS * taskSeconds));
  const few = Math.max(2 * cores, Math.floor(LONGEST_WAIT / Math.max(taskSeconds, 1e-6)));
  return {
    ...settings,
    ...(taskSeconds > 0 && { taskSeconds }),
    connections: Math.min(connections, few),
    profile: {
      ...profile,
      windowSeconds,
      capacitySeconds: rounded(Math.max(profile.capacitySeconds, TASKS * taskSeconds)),
      openSeconds: rounded(Math.max(profile.openSeconds, (TASKS / OPEN_LOAD) * taskSeconds)),
      warmUpSeconds: rounded(Math.max(profile.warmUpSeconds, WARM_UP_TASKS * taskSeconds)),
      dimensionSeconds: rounded(Math.max(profile.dimensionSeconds, WARM_UP_TASKS * taskSeconds)),
    },
  };
}

const rounded = (seconds: Seconds): Seconds => Math.round(seconds * 100) / 100;

/**
 * Applies the examination of the workload to the settings: the windows fit its tasks, and the sizes are those that were
 * found. The middle size is the headline, unless a flag names one.
 */
export function asExamined(
  unexamined: RunSettings,
  { sizes, taskMs = 0 }: Pick<WorkloadFacts, 'sizes' | 'taskMs'>,
): RunSettings {
  const settings = forTask(unexamined, taskMs / 1000);
  if (!sizes) return settings;
  const middle = sizes[Math.floor((sizes.length - 1) / 2)]?.query;
  const headline =
    unexamined.headlineNamed || !middle ? settings.headline : { ...settings.headline, ...middle };
  return { ...settings, headline, workload: { ...settings.workload, sizes } };
}
