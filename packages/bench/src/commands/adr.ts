import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type AdrRecord, type CheckResult, checkAdr, readRecord } from '@cpu-bound/report/adr/record';
import { choiceOf, renderAdr } from '@cpu-bound/report/adr/render';
import { UsageError } from '@cpu-bound/study/config/config';
import type { Weights } from '@cpu-bound/study/decide/rank';
import type { NeedResult } from '@cpu-bound/study/model';
import { Interrupted } from '@cpu-bound/study/run/context';
import writeFileAtomic from 'write-file-atomic';
import { analysisOf, weightsOf } from './analysis.ts';
import { columns, type Surface } from './surface.ts';

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
