import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type BenchProcess, startMarked } from './bench.ts';

const root = join(import.meta.dirname, '../../../..');

type Texts = Readonly<Record<string, string>>;
type Step = { readonly id?: string; readonly name: string; readonly run?: string; readonly env?: Texts };
type Action = {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
};

/** A job that uses `action.yml`; the test starts its scripts as GitHub's runner does. */
export type ActionJob = {
  /**
   * Starts the script of a step, with the inputs and the outputs of earlier steps.
   *
   * @param added flags for the run, for which the action has no input
   */
  start(step: string, added?: string): Promise<BenchProcess>;
  /** The outputs of the first step, which later steps read. */
  outputs(): Promise<Texts>;
  /** The text that the steps wrote into the summary of the job. */
  summary(): Promise<string>;
};

type Runner = {
  /** The working directory of the job. */
  readonly project: string;
  /** The folder that the runner keeps apart from it. */
  readonly temporary: string;
  /** Variables that the runner gives to each step. */
  readonly shell: Texts;
};

/**
 * @param given inputs of the action
 * @param measured outputs of a first step that is not started here
 */
export async function actionJob(
  given: Texts,
  { project, temporary, shell }: Runner,
  measured: Texts = {},
): Promise<ActionJob> {
  const { inputs, runs }: Action = parse(await readFile(join(root, 'action.yml'), 'utf8'));
  const files = { output: join(temporary, 'output'), summary: join(temporary, 'summary.md') };
  await mkdir(temporary, { recursive: true });
  const outputs = async (): Promise<Texts> => {
    const lines = (await textOf(files.output)).split('\n');
    return { ...measured, ...Object.fromEntries(lines.map((line) => line.split('=', 2))) };
  };
  const valued = (text: string, of: Texts): string =>
    text.replaceAll(
      /\$\{\{ (?:inputs|steps\.measure\.outputs)\.([\w-]+) \}\}/g,
      (expression, name: string) => {
        const value = expression.includes('inputs.') ? (given[name] ?? inputs[name]?.default) : of[name];
        return value ?? assert.fail(`${expression} has no value`);
      },
    );
  return {
    async start(name, added) {
      const step = runs.steps.find((one) => one.name === name);
      const script = step?.run ?? assert.fail(name);
      const [begin, end, ...others] = script.split(' run "');
      assert.ok(added === undefined || (end !== undefined && others.length === 0));
      const of = await outputs();
      const env = Object.entries(step?.env ?? {}).map(([key, text]) => [key, valued(text, of)]);
      return startMarked(
        [
          ...(['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c'] as const),
          added === undefined ? script : `${begin} run ${added} "${end}`,
        ],
        project,
        {
          ...shell,
          ...Object.fromEntries(env),
          GITHUB_ACTION_PATH: root,
          GITHUB_OUTPUT: files.output,
          GITHUB_STEP_SUMMARY: files.summary,
          RUNNER_TEMP: temporary,
        },
      );
    },
    outputs,
    summary: () => textOf(files.summary),
  };
}

const textOf = (file: string) => readFile(file, 'utf8').catch(() => '');
