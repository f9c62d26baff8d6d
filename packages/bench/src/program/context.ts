import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { Surface } from '../commands/surface.ts';

export const EXIT_OK = 0;

/** The output of a group of commands, and the setter of the process's exit code. */
export type CommandContext = { readonly surface: Surface; readonly finish: (exit: number) => void };

/** Collects the values of a flag that may be repeated. */
export const collect = (value: string, all: readonly string[] = []) => [...all, value];

/** Prints a text, or writes it to the file of `--out`. */
export async function deliver(text: string, out: string | undefined, { cwd, print }: Surface): Promise<void> {
  if (out !== undefined) {
    const file = resolve(cwd, out);
    await mkdir(dirname(file), { recursive: true });
    await writeFileAtomic(file, text);
  }
  print(out === undefined ? text.trimEnd() : `wrote ${out}`);
}

/** Returns the folder that was given, or finds the newest run's; without any run, it is that of the published report. */
export async function runFolder(given: string | undefined, { root }: Surface): Promise<string> {
  if (given !== undefined) return given;
  const { newestRun } = await import('../commands/runs.ts');
  return newestRun(root).catch((error: unknown) => {
    const published = join(root, 'report');
    if (existsSync(join(published, 'analysis.json'))) return published;
    throw error;
  });
}

/** The heading of the commands that measure, in the help. */
export const MEASURE = 'Measure:';
