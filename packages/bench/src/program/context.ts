import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CATALOGUE } from '@cpu-bound/measure/model/errors';
import writeFileAtomic from 'write-file-atomic';
import type { Surface } from '../commands/surface.ts';

export const EXIT_OK = 0;

export type CommandContext = {
  readonly surface: Surface;
  readonly finish: (exit: number | Ending) => void;
};

/** An exit code that answers a question, and the answer. */
export type Ending = { readonly exit: number; readonly means: string | undefined };

/** The endings of a question about a run: the exit code, and for a script the meaning of any code but that of yes. */
export const endings = (
  no: string,
  unknown: string,
): Readonly<Record<'yes' | 'no' | 'not known', Ending>> => ({
  yes: { exit: EXIT_OK, means: undefined },
  no: { exit: CATALOGUE.REGRESSION.exit, means: no },
  'not known': { exit: CATALOGUE.OPEN.exit, means: unknown },
});

/** The flag of every command that measures, for `option`. */
export const WAIT = [
  '--wait',
  'wait while another bench measures on this machine (default: the command is refused)',
] as const;

/** Collects the values of a flag that may be repeated. */
export const collect = (value: string, earlier: readonly string[] = []) => [...earlier, value];

/** Prints a text, or writes it to the file of `--out`. */
export async function deliver(text: string, out: string | undefined, { cwd, print }: Surface): Promise<void> {
  if (out !== undefined) {
    const file = resolve(cwd, out);
    await mkdir(dirname(file), { recursive: true });
    await writeFileAtomic(file, text);
  }
  print(out === undefined ? text.trimEnd() : `wrote ${out}`);
}

export const committedStudy = ({ root }: Pick<Surface, 'root'>): string => join(root, 'report');

/** Returns the folder that was given, or finds the newest run's. Without any run, it is the committed study's, by name. */
export async function runFolder(named: string | undefined, surface: Surface): Promise<string> {
  if (named !== undefined) return named;
  const { newestRun } = await import('../commands/runs.ts');
  return newestRun(surface).catch((error: unknown) => {
    const committed = committedStudy(surface);
    if (!existsSync(join(committed, 'analysis.json'))) throw error;
    surface.note(
      'no run of yours yet: this is the committed study, report/; yours: npx -y pnpm@12 bench:all',
    );
    return committed;
  });
}

export const MEASURE = 'Measure:';
