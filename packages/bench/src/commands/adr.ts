import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type AdrRecord, type CheckResult, checkAdr, readRecord } from '@cpu-bound/report/adr/record';
import { choiceOf, renderAdr } from '@cpu-bound/report/adr/render';
import { UsageError } from '@cpu-bound/study/config/config';
import type { Weights } from '@cpu-bound/study/decide/rank';
import type { NeedResult } from '@cpu-bound/study/model';
import { Interrupted } from '@cpu-bound/study/run/interrupted';
import writeFileAtomic from 'write-file-atomic';
import { columns } from './columns.ts';
import { analysisOf } from './report.ts';
import type { Surface } from './surface.ts';

export type AdrFlags = {
  /** `throughput`, or `throughput=3` with its weight. */
  readonly need?: readonly string[];
  readonly out?: string;
};

/**
 * `bench adr DIR` writes a decision record from a run. The needs come from flags, or from prompts at a terminal.
 *
 * @returns the record's text, which the file of `--out` holds, too; and its choice
 * @throws UsageError if no need is named, if a need is unknown, or if the file exists
 */
export async function adrCommand(
  folder: string,
  flags: AdrFlags,
  { cwd, isTerminal, signal }: Surface,
): Promise<{ readonly text: string; readonly choice: string }> {
  const analysis = await analysisOf(resolve(cwd, folder));
  const needs = analysis.decision.needs.filter(({ uncounted }) => uncounted === undefined);
  if (flags.need === undefined && !isTerminal) throw noNeed(needs);
  const file = flags.out === undefined ? undefined : resolve(cwd, flags.out);
  // This check comes before the prompts, so that nobody answers them in vain.
  if (file !== undefined && existsSync(file))
    throw new UsageError([`--out ${flags.out}: exists; accepted: a file that does not exist yet`]);
  const weights = flags.need ? weightsOf(flags.need, analysis.decision.needs) : await ask(needs, signal);
  const text = renderAdr(analysis, weights);
  if (file !== undefined) {
    await mkdir(dirname(file), { recursive: true });
    await writeFileAtomic(file, text);
  }
  return { text, choice: choiceOf(analysis, weights) };
}

/** A choice depends on needs: the error lists them, and shows how to name them. */
const noNeed = (needs: readonly NeedResult[]) =>
  new UsageError([
    '--need: name what the endpoint needs, each with its weight, as in',
    '  npx -y pnpm@12 bench adr --need throughput=3 --need memory',
    'accepted:',
    ...columns(needs.map((need) => [`  ${need.id}`, `${need.group}: ${titleWith(need)}`])),
  ]);

/** `overload (not measured)` */
const titleWith = ({ title, absence }: Pick<NeedResult, 'title' | 'absence'>): string =>
  absence === undefined ? title : `${title} (${absence})`;

/**
 * `bench adr --check ADR DIR` checks whether a newer run still supports a record.
 *
 * @param flags those of a new record, which are refused here
 * @throws BenchError for a file that is no record of the bench
 */
export async function checkCommand(
  adr: string,
  folder: string,
  { cwd }: Surface,
  flags: AdrFlags = {},
): Promise<CheckResult> {
  const needless = Object.keys(flags).map((name) => `--${name}`);
  if (needless.length > 0)
    throw new UsageError([
      `--check ${adr}: the record has needs of its own, and stays as it is; remove ${needless.join(', ')}`,
    ]);
  const record = await recordIn(adr, '--check', cwd);
  return checkAdr(record, await analysisOf(resolve(cwd, folder)));
}

/** Reads the record that a flag names. @throws BenchError for a file that is no record of the bench */
export async function recordIn(file: string, flag: string, cwd: string): Promise<AdrRecord> {
  const text = await readFile(resolve(cwd, file), 'utf8').catch(() => {
    throw new UsageError([
      `${flag} ${file}: cannot be read; accepted: a decision record that bench adr wrote`,
    ]);
  });
  return readRecord(text, file, flag);
}

/** Reads needs by an id or its beginning: `light=3` is `light-requests=3`. @throws UsageError naming all */
export function weightsOf(
  flags: readonly string[],
  needs: readonly Pick<NeedResult, 'id' | 'uncounted'>[],
): Weights {
  const counted = needs.flatMap(({ id, uncounted }) => (uncounted === undefined ? [id] : []));
  const problems: string[] = [];
  const weights: Record<string, number> = {};
  for (const flag of flags) {
    const [, name = flag, weight] = /^([^=]*)(?:=(.*))?$/.exec(flag) ?? [];
    const value = weight === undefined ? 1 : Number(weight);
    const need = needNamed(name, needs);
    if (typeof need === 'string') problems.push(`--need ${flag}: ${need}; accepted: ${counted.join(', ')}`);
    else if (!(value > 0 && value <= 100))
      problems.push(`--need ${flag}: its weight: accepted: a number above 0, up to 100`);
    else if (weights[need.id] !== undefined)
      problems.push(`--need ${flag}: ${need.id} has a weight already; accepted: each need once`);
    else weights[need.id] = value;
  }
  if (problems.length > 0) throw new UsageError(problems);
  return weights;
}

/** Finds a need by its id, or by the beginning of one. @returns a text if there is none that counts */
function needNamed<N extends Pick<NeedResult, 'id' | 'uncounted'>>(
  name: string,
  needs: readonly N[],
): N | string {
  const matches = needs.filter(({ id }) => name !== '' && id.startsWith(name));
  const need = matches.find(({ id }) => id === name) ?? (matches.length === 1 ? matches[0] : undefined);
  if (need?.uncounted !== undefined) return `is shown and not counted (${need.uncounted})`;
  if (need) return need;
  return matches.length > 1
    ? `could be any of ${matches.map(({ id }) => id).join(', ')}`
    : 'there is no such need';
}

/** Asks which needs count, and how much. @throws Interrupted after Ctrl-C */
async function ask(needs: readonly NeedResult[], signal: AbortSignal): Promise<Weights> {
  signal.throwIfAborted(); // a prompt whose signal is aborted already would go on reading keys, and the process not end
  try {
    return await askAtTerminal(needs, signal);
  } catch (error) {
    signal.throwIfAborted();
    // While a prompt is shown, the terminal sends no signal: the prompt reads Ctrl-C as a key.
    if (error instanceof Error && error.name === 'ExitPromptError') throw new Interrupted('SIGINT');
    throw error;
  }
}

async function askAtTerminal(needs: readonly NeedResult[], signal: AbortSignal): Promise<Weights> {
  const { default: checkbox } = await import('@inquirer/checkbox'); // only a terminal needs it
  const { default: number } = await import('@inquirer/number');
  const chosen = await checkbox(
    {
      message: 'What do you need of the endpoint?',
      required: true,
      choices: needs.map((need) => ({ value: need.id, name: titleWith(need) })),
    },
    { signal },
  );
  const weights: Record<string, number> = {};
  for (const id of chosen) {
    const title = needs.find((need) => need.id === id)?.title ?? id;
    weights[id] =
      (await number(
        { message: `Weight of “${title}”`, default: 1, min: 0.1, max: 100, step: 'any' },
        { signal },
      )) ?? 1;
  }
  return weights;
}
