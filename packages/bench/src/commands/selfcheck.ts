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

/** The file's content about each part, from one self-check to the next. */
type KeptParts = { readonly [P in Part]?: KeptPart };
type KeptPart = PartState & {
  readonly seed: string;
  readonly startedAt: string;
  readonly environment: Environment;
};

/**
 * `bench selfcheck`: the bench measured by itself, against what is known beforehand. What a part has come to is kept
 * after each of its steps, and what is known of the others stays. A series that was interrupted goes on with the same
 * seed, in the same environment and at the same commit.
 *
 * @returns the findings of the parts that were asked for
 * @throws UsageError with every flag that is wrong
 */
export async function selfcheckCommand(flags: SelfcheckFlags, surface: Surface): Promise<Finding[]> {
  const { chosen, runs } = complete(flags);
  const { root, code, cwd, print, now, signal } = surface;
  const { seed } = flags;
  const file = resolve(cwd, flags.out ?? join(root, 'report/selfcheck.json'));
  let kept = await readKept(file);
  const startedAt = new Date().toISOString();
  const results = join(root, 'results', `selfcheck-${startedAt.replaceAll(/[:.]/g, '-')}`);
  return withBench({ ...surface, measures: 'bench selfcheck' }, async ({ guard }) => {
    const environment = await readEnvironment(code, [], { redis: undefined, provisions: [] });
    const findings: Finding[] = [];
    for (const part of chosen) {
      let state: PartState = { findings: [] };
      const before = interrupted(kept[part], { seed, environment });
      if (before.length > 0) print(`${part}: goes on after ${before.length} that ${file} holds`);
      for await (state of parts[part]({ seed, runs, before, code, results, guard, print, now, signal }))
        kept = await keep(file, { ...kept, [part]: { seed, startedAt, environment, ...state } });
      for (const finding of state.findings) for (const line of lines(finding)) print(line);
      findings.push(...state.findings);
    }
    return findings;
  });
}

/**
 * The measurements of a part that its series goes on from: none where it was another series or another environment.
 * TypeScript cannot know that the file holds each part's own type under its name.
 */
function interrupted(part: KeptParts[Part], now: Pick<KeptPart, 'seed' | 'environment'>): readonly never[] {
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

/** @throws UsageError where the file holds something else, before anything is measured */
async function readKept(file: string): Promise<KeptParts> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError([
      `--out ${file}: is not JSON; accepted: a file of an earlier self-check, or a new one`,
    ]);
  }
}

async function keep(file: string, kept: KeptParts): Promise<KeptParts> {
  const whole = Object.fromEntries(NAMES.map((name) => [name, kept[name]]));
  await mkdir(dirname(file), { recursive: true });
  await writeFileAtomic(file, `${JSON.stringify(whole, null, 2)}\n`);
  return whole;
}

const lines = ({ what, accepted, observed, ok }: Finding) => [
  `${ok ? '✔' : '✖'} ${what}`,
  `  observed: ${observed}`,
  `  accepted: ${accepted}`,
];
