import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Finding } from '@cpu-bound/lab/selfcheck/acceptance';
import { type PartState, parts } from '@cpu-bound/lab/selfcheck/parts';
import { readEnvironment } from '@cpu-bound/measure/host/environment';
import { UsageError } from '@cpu-bound/study/config/config';
import type { Environment } from '@cpu-bound/study/model';
import writeFileAtomic from 'write-file-atomic';
import type { Surface } from './surface.ts';
import { withBench } from './with-bench.ts';

/** The flags of `bench selfcheck` as they were typed. */
export type SelfcheckFlags = {
  readonly seed: string;
  readonly only?: string;
  readonly runs?: string;
  readonly out?: string;
};

type Part = keyof typeof parts;
const NAMES = Object.keys(parts) as Part[];
const MOST_RUNS = 100;

/** The file's content about each part; it stays from one self-check to the next. */
type StoredParts = { readonly [P in Part]?: StoredPart };
type StoredPart = PartState & {
  readonly seed: string;
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
  const { chosen, runs } = complete(flags);
  const { root, code, cwd, print, now, signal } = surface;
  const { seed } = flags;
  const file = resolve(cwd, flags.out ?? join(root, 'report/selfcheck.json'));
  let stored = await readStored(file);
  const startedAt = new Date().toISOString();
  const results = join(root, 'results', `selfcheck-${startedAt.replaceAll(/[:.]/g, '-')}`);
  return withBench({ ...surface, measures: 'bench selfcheck' }, async ({ guard }) => {
    const environment = await readEnvironment(code, [], { redis: undefined, provisions: [] });
    const findings: Finding[] = [];
    for (const part of chosen) {
      let state: PartState = { findings: [] };
      const before = interrupted(stored[part], { seed, environment });
      if (before.length > 0) print(`${part}: continues after ${before.length} measurements in ${file}`);
      for await (state of parts[part]({ seed, runs, before, code, results, guard, print, now, signal }))
        stored = await store(file, { ...stored, [part]: { seed, startedAt, environment, ...state } });
      for (const finding of state.findings) for (const line of lines(finding)) print(line);
      findings.push(...state.findings);
    }
    return findings;
  });
}

/**
 * Finds the measurements with which a part's series continues: none from another series or another environment. The
 * file holds each part's own type under its name, which TypeScript cannot know: hence `never`.
 */
function interrupted(
  part: StoredParts[Part],
  now: Pick<StoredPart, 'seed' | 'environment'>,
): readonly never[] {
  const same = part?.seed === now.seed && isDeepStrictEqual(part.environment, now.environment);
  return same ? ((part.runs ?? []) as readonly never[]) : [];
}

function complete({ only, runs }: SelfcheckFlags) {
  const chosen = NAMES.filter((name) => only === undefined || name === only);
  const count = runs === undefined ? undefined : Number(runs);
  const isCount = count === undefined || (Number.isInteger(count) && count >= 1 && count <= MOST_RUNS);
  const problems = [
    ...(chosen.length > 0 ? [] : [`--only ${only}: unknown; accepted: ${NAMES.join(', ')}`]),
    ...(isCount ? [] : [`--runs ${runs}: accepted: an integer from 1 to ${MOST_RUNS}`]),
  ];
  if (problems.length > 0) throw new UsageError(problems);
  return { chosen, runs: count };
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
  `${ok ? '✔' : '✖'} ${what}`,
  `  observed: ${observed}`,
  `  accepted: ${accepted}`,
];
