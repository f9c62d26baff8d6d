import { inspect } from 'node:util';
import { BenchError, CATALOGUE, type ErrorCode, refusalIn } from '@cpu-bound/measure/model/errors';
import { WorkloadError } from '@cpu-bound/workload';
import { CommanderError } from 'commander';
import type { Surface } from '../commands/surface.ts';
import { type Ending, EXIT_OK } from './context.ts';
import { createProgram } from './program.ts';

/** Runs a command to its end, and prints why it failed. @param words without the program; none is the help */
export async function exitOf(words: readonly string[], surface: Surface): Promise<Ending> {
  let ending: Ending = { exit: EXIT_OK, means: undefined };
  const finish = (result: number | Ending) => {
    ending = typeof result === 'number' ? { exit: result, means: undefined } : result;
  };
  try {
    await createProgram({ surface, finish }).parseAsync(words.length > 0 ? words : ['--help'], {
      from: 'user',
    });
  } catch (error) {
    surface.end();
    ending = { exit: failureCode(error, surface), means: undefined };
  }
  surface.end();
  return ending;
}

function failureCode(error: unknown, { signal, note }: Surface): number {
  const fail = ({ message }: Error, code: ErrorCode) => {
    note(message);
    return CATALOGUE[code].exit;
  };
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_OK : CATALOGUE.USAGE.exit;
  const refused = refusalIn(error);
  if (refused) return fail(refused, refused.code);
  if (signal.aborted) return CATALOGUE.INTERRUPTED.exit;
  if (error instanceof WorkloadError) return fail(error, 'USAGE');
  if (error instanceof BenchError) return fail(error, error.code);
  note(inspect(error)); // a bug of the bench: its stack helps
  return CATALOGUE.USAGE.exit;
}
