import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CATALOGUE } from '@cpu-bound/measure/model/errors';
import type { Analysis } from '@cpu-bound/study/model';
import { layout, ResultsError } from '@cpu-bound/study/results/store';
import { Interrupted } from '@cpu-bound/study/run/interrupted';

/**
 * Starts `bench run` as a user would. It is a process of its own, because a run measures its time by its process's
 * clock.
 *
 * @param program the bench's own script
 * @param folder the folder of its results
 * @returns the analysis, even if a contestant failed
 * @throws Interrupted if the user ended it; ResultsError if it could not run
 */
export async function benchRun(
  program: string,
  args: readonly string[],
  folder: string,
  { signal }: { readonly signal: AbortSignal },
): Promise<Analysis> {
  const child = spawn(process.execPath, [program, 'run', ...args, '--out', folder], { stdio: 'inherit' });
  const ended = once(child, 'exit');
  const interrupt = () => child.kill('SIGINT');
  signal.addEventListener('abort', interrupt, { once: true });
  const [code] = await ended;
  signal.removeEventListener('abort', interrupt);
  if (code === 0 || code === CATALOGUE.CONTESTANT.exit)
    return JSON.parse(await readFile(join(folder, layout.analysis), 'utf8'));
  signal.throwIfAborted();
  if (code === CATALOGUE.INTERRUPTED.exit) throw new Interrupted('SIGINT');
  throw new ResultsError(`${folder}: its bench run ended with ${code}; its output has the reason`);
}
