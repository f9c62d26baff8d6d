import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
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

/** Returns the folder that was given, or finds the newest run's. */
export async function runFolder(given: string | undefined, { root }: Surface): Promise<string> {
  return given ?? (await import('../commands/runs.ts')).newestRun(root);
}

/** The heading of the commands that measure, in the help. */
export const MEASURE = 'Measure:';
