import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs a program to its end. @throws an error with its `stderr` if it fails */
export const run = promisify(execFile);

/** Takes the first lines that a failing program printed. */
export const reasonOf = (error: Error & { readonly stderr?: string }, lines = 1): string =>
  (error.stderr || error.message).trim().split('\n').slice(0, lines).join(' ');
