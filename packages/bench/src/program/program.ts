import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { BenchError, CATALOGUE, type ErrorCode, refusalIn } from '@cpu-bound/measure/model/errors';
import { WorkloadError } from '@cpu-bound/workload';
import { Command, CommanderError } from 'commander';
import type { Surface } from '../commands/surface.ts';
import { type CommandContext, type Ending, EXIT_OK, MEASURE } from './context.ts';
import { addMaintaining } from './maintaining.ts';
import { addExtending, addMeasuring } from './measuring.ts';
import { addReading } from './reading.ts';

export function createProgram(context: CommandContext): Command {
  const program = new Command('npx -y pnpm@12 bench')
    .description(
      'Measures CPU-bound endpoints on this machine, and writes a report that helps to choose a strategy.',
    )
    .version(versions())
    .exitOverride()
    .enablePositionalOptions()
    .helpCommand(false)
    .showHelpAfterError('(npx -y pnpm@12 bench --help lists the commands)');
  program.commandsGroup(MEASURE);
  addMeasuring(program, context);
  program.commandsGroup('Read and decide:');
  addReading(program, context);
  addExtending(program, context);
  program.commandsGroup("For this project's maintainers:");
  addMaintaining(program, context);
  for (const command of program.commands)
    command.showHelpAfterError(`(npx -y pnpm@12 bench ${command.name()} --help lists what it accepts)`);
  return program;
}

/** `0.1.0, on Node.js 26.10.0` */
function versions(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return `${manifest.version}, on Node.js ${process.versions.node}`;
}

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
