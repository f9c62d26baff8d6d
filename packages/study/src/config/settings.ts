import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import { coresFor } from '@cpu-bound/measure/host/cpu-limits';
import { namesOf, nameVariables, readNamed } from '@cpu-bound/measure/host/known-environment';
import { connectionsFor } from '@cpu-bound/measure/model/core-division';
import { availableCores } from '@cpu-bound/service/container';
import { defined } from '@cpu-bound/workload/defined';
import { amountsOf } from './amounts.ts';
import { type RunSettings, UsageError } from './config.ts';
import { chosenContestants } from './contestants.ts';
import type { RunFlags, Surroundings, UnknownWord } from './flags.ts';
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
  return defined({
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
    flags: { ...repeatable, ...(flags.env && { env: namesOf(flags.env) }) },
  });
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
