import { type ExecFileOptions, execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Makes the environment of a child whose output is read: pnpm, for example, forces colours upon it in a terminal. */
export const uncoloured = (env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv => ({
  ...env,
  FORCE_COLOR: undefined,
  CLICOLOR_FORCE: undefined,
});

const toItsEnd = promisify(execFile);

/** Runs a program to its end, without colours. @throws an error with its `stderr` if it fails */
export const run = (program: string, args: readonly string[], options: ExecFileOptions = {}) =>
  toItsEnd(program, args, { ...options, env: uncoloured(options.env), encoding: 'utf8' });

/** Takes the first lines that a failing program printed. */
export const reasonOf = (error: Error & { readonly stderr?: string }, lines = 1): string =>
  (error.stderr || error.message).trim().split('\n').slice(0, lines).join(' ');
