import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Seconds } from '@cpu-bound/study/model';
import writeFileAtomic from 'write-file-atomic';

/** The load of a tool on one service, and the tool's output. */
export type ToolRun = {
  readonly comparison: string;
  readonly arm: string;
  readonly tool: string;
  /** The number of this run of the command, from 1; absent in a repetition with one run. */
  readonly run?: number;
  readonly command: string;
  readonly seconds: Seconds;
  readonly workers: number;
  /** The number of answers from each process, the busiest first, for 400 connections from 50 clients. */
  readonly answeredByProcess?: readonly number[];
  readonly output: string;
};

/** The repetition of the comparisons on one machine. */
export type Repetition = {
  readonly startedAt: string;
  readonly machine: {
    readonly cpu: string;
    readonly cores: number;
    readonly os: string;
    readonly node: string;
  };
  readonly gitCommit: string;
  /** The version of each tool. */
  readonly tools: Readonly<Record<string, string>>;
  readonly runs: readonly ToolRun[];
};

const CONDITIONS = 'conditions.json';
const fileOf = ({ comparison, arm, tool, run }: Omit<ToolRun, 'output'>) =>
  [comparison, arm, tool, ...(run === undefined ? [] : [run]), 'txt'].join('.');

/** Writes the output of each tool to a file, and the conditions into another one. Both replace earlier files. */
export async function storeRepetition(folder: string, { runs, ...conditions }: Repetition): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const run of runs) await writeFileAtomic(join(folder, fileOf(run)), run.output);
  const without = runs.map(({ output: _output, ...run }) => run);
  const text = JSON.stringify({ ...conditions, runs: without }, null, 2);
  await writeFileAtomic(join(folder, CONDITIONS), `${text}\n`);
}

/** Reads a stored repetition. @throws if the folder has none */
export async function readRepetition(folder: string): Promise<Repetition> {
  const { runs, ...conditions } = JSON.parse(await readFile(join(folder, CONDITIONS), 'utf8'));
  const withOutput = runs.map(async (run: Omit<ToolRun, 'output'>) => {
    return { ...run, output: await readFile(join(folder, fileOf(run)), 'utf8') };
  });
  return { ...conditions, runs: await Promise.all(withOutput) };
}
