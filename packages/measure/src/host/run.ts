import { type ExecFileException, type ExecFileOptions, execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** Makes the environment of a child whose output is read: pnpm, for example, forces colours upon it in a terminal. */
export const uncoloured = (env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv => ({
  ...env,
  FORCE_COLOR: undefined,
  CLICOLOR_FORCE: undefined,
});

const execute = promisify(execFile);

/**
 * Runs a program to its end, without colours.
 *
 * @throws an error with its `stderr` if it fails; one that names the program and the time if that is over
 */
export async function run(
  program: string,
  args: readonly string[] = [],
  options: Omit<ExecFileOptions, 'encoding'> = {},
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  try {
    return await execute(program, args, { ...options, env: uncoloured(options.env), encoding: 'utf8' });
  } catch (error) {
    const { killed, code } = error as ExecFileException;
    const { timeout = 0 } = options;
    if (!(timeout > 0 && killed && code === null)) throw error;
    throw Object.assign(error as Error, {
      message: `${program} timed out after ${timeout / 1000} s`,
      stderr: '',
    });
  }
}

/** Takes the first lines that a failing program printed. */
export const reasonOf = (error: Error & { readonly stderr?: string }, lines = 1): string =>
  (error.stderr || error.message).trim().split('\n').slice(0, lines).join(' ');

/** Finds a program as a shell does; the folders of `more` are searched after those of the PATH. */
export async function onPath(name: string, more: readonly string[] = []): Promise<string | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((entry) => entry !== '');
  for (const folder of [...folders, ...more]) {
    const file = join(folder, name);
    const executable = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (executable) return file;
  }
  return undefined;
}
