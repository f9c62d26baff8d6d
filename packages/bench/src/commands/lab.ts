import { mkdir, readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { crosscheckPage, type LoadReadings, readContestant } from '@cpu-bound/lab/crosscheck/contestant';
import { findInstalled, tools } from '@cpu-bound/lab/crosscheck/tools';
import type { Finding } from '@cpu-bound/lab/selfcheck/acceptance';
import { type PartState, parts } from '@cpu-bound/lab/selfcheck/parts';
import { readEnvironment } from '@cpu-bound/measure/host/environment';
import type { Environment } from '@cpu-bound/measure/model';
import { type RunFlags, type RunSettings, UsageError } from '@cpu-bound/study/config/config';
import writeFileAtomic from 'write-file-atomic';
import { settingsHere } from './prepare.ts';
import type { Surface } from './surface.ts';
import { withBench } from './with-bench.ts';

export type SelfcheckFlags = {
  readonly seed: string;
  readonly only?: string;
  readonly runs?: string;
  readonly rounds?: string;
  readonly out?: string;
};

type Part = keyof typeof parts;
const NAMES = Object.keys(parts) as Part[];
const MOST_RUNS = 100;
const MOST_ROUNDS = 60;

/** The file's content about each part; it stays from one self-check to the next. */
type StoredParts = { readonly [P in Part]?: StoredPart };
type StoredPart = PartState & {
  readonly seed: string;
  readonly rounds?: number;
  readonly startedAt: string;
  readonly environment: Environment;
};

/**
 * `bench selfcheck` tests the bench with services whose figures are known beforehand. The file is written after each
 * step of a part; the results of the other parts stay in it. An interrupted series continues with the same seed, in the
 * same environment and at the same commit.
 *
 * @returns the findings of the parts that were asked for
 * @throws UsageError with every flag that is wrong
 */
export async function selfcheckCommand(flags: SelfcheckFlags, surface: Surface): Promise<Finding[]> {
  const { chosen, runs, rounds } = complete(flags);
  const { root, code, cwd, print, now, signal } = surface;
  const { seed } = flags;
  const file = resolve(cwd, flags.out ?? join(root, 'report/selfcheck.json'));
  let stored = await readStored(file);
  const startedAt = new Date().toISOString();
  const results = join(root, 'results', `selfcheck-${startedAt.replaceAll(/[:.]/g, '-')}`);
  return withBench({ ...surface, purpose: { measures: 'bench selfcheck' } }, async () => {
    const environment = await readEnvironment(code, [], { redis: undefined, provisions: [] });
    const findings: Finding[] = [];
    for (const part of chosen) {
      let state: PartState = { findings: [] };
      const before = interrupted(stored[part], { seed, rounds, environment });
      if (before.length > 0) print(`${part}: continues after ${before.length} of its runs, in ${file}`);
      const options = { seed, runs, rounds, before, code, results, print, now, signal };
      for await (state of parts[part](options))
        stored = await store(file, { ...stored, [part]: { seed, rounds, startedAt, environment, ...state } });
      for (const finding of state.findings) for (const line of lines(finding)) print(line);
      findings.push(...state.findings);
    }
    return findings;
  });
}

/** Finds the measurements with which a series continues: none from another series or another environment. */
function interrupted(
  part: StoredPart | undefined,
  now: Pick<StoredPart, 'seed' | 'rounds' | 'environment'>,
): NonNullable<PartState['runs']> {
  const same =
    part?.seed === now.seed &&
    part.rounds === now.rounds &&
    isDeepStrictEqual(part.environment, now.environment);
  return same ? (part.runs ?? []) : [];
}

function complete({ only, runs, rounds }: SelfcheckFlags) {
  const chosen = NAMES.filter((name) => only === undefined || name === only);
  const problems = chosen.length > 0 ? [] : [`--only ${only}: unknown; accepted: ${NAMES.join(', ')}`];
  const numberOf = (flag: string, text: string | undefined, most: number) => {
    const number = text === undefined ? undefined : Number(text);
    if (number !== undefined && !(Number.isInteger(number) && number >= 1 && number <= most))
      problems.push(`${flag} ${text}: accepted: an integer from 1 to ${most}`);
    return number;
  };
  const numbers = {
    runs: numberOf('--runs', runs, MOST_RUNS),
    rounds: numberOf('--rounds', rounds, MOST_ROUNDS),
  };
  if (problems.length > 0) throw new UsageError(problems);
  return { chosen, ...numbers };
}

/** Reads the file of an earlier self-check. @throws UsageError if it holds something else, before anything is measured */
async function readStored(file: string): Promise<StoredParts> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError([
      `--out ${file}: is not JSON; accepted: a file of an earlier self-check, or a new one`,
    ]);
  }
}

/** Writes the parts in one order, whichever was measured last. */
async function store(file: string, results: StoredParts): Promise<StoredParts> {
  const ordered = Object.fromEntries(NAMES.map((name) => [name, results[name]]));
  await mkdir(dirname(file), { recursive: true });
  await writeFileAtomic(file, `${JSON.stringify(ordered, null, 2)}\n`);
  return ordered;
}

const lines = ({ what, accepted, observed, ok }: Finding) => [
  `${markOf(ok)} ${what}`,
  `  observed: ${observed}`,
  `  accepted: ${accepted}`,
];

/** A check that had nothing to refuse has not held: it was not measured. */
const markOf = (ok: boolean | undefined): string => {
  if (ok === undefined) return '– not judged:';
  return ok ? '✔' : '✖';
};

export type CrosscheckFlags = Pick<
  RunFlags,
  'contestants' | 'workload' | 'param' | 'rounds' | 'seed' | 'out'
>;

const ROUNDS = 9;

/** `bench crosscheck` sends one load to one contestant by our load generator, and by oha and k6 if they are installed. */
export async function crosscheckCommand(flags: CrosscheckFlags, surface: Surface): Promise<string> {
  const config = await loadSettings(flags, surface);
  const installed = await findInstalled(tools);
  if (installed.length === 0)
    throw new UsageError([
      `crosscheck: neither ${tools.map(({ id }) => id).join(' nor ')} is on the PATH; install one of them: cargo install oha, go install go.k6.io/k6@latest`,
    ]);
  return withBench(
    { ...surface, purpose: { measures: 'bench crosscheck' } },
    async ({ generators, backendsFor }) => {
      const { redis, provisions } = await backendsFor(config.contestants);
      const context = { config, redis, provisions, signal: surface.signal, generators, installed };
      const loads: LoadReadings[] = [];
      for (const contestant of config.contestants)
        loads.push(...(await readContestant(contestant, context, surface)));
      const work = `\`${config.workload.name}\` with ${new URLSearchParams(config.headline)}`;
      return crosscheckPage(`${work}, on ${cpus()[0]?.model.trim()}, ${config.cores} cores.`, loads);
    },
  );
}

/** @throws UsageError with every problem of the flags at once */
async function loadSettings(flags: CrosscheckFlags, surface: Surface): Promise<RunSettings> {
  const { out: _out, ...given } = { rounds: String(ROUNDS), ...flags };
  const config = await settingsHere(given, surface);
  if (flags.contestants) return config;
  // The baseline is the simplest contestant; measured alone, it leaves the generators the most CPU time.
  return { ...config, contestants: config.contestants.filter(({ id }) => id === config.baseline) };
}
