import { Command } from 'commander';
import { type CommandContext, MEASURE } from './context.ts';
import { addDeciding } from './deciding.ts';
import { addExtending } from './extending.ts';
import { addMaintaining } from './maintaining.ts';
import { addMeasuring } from './measuring.ts';
import { addReading } from './reading.ts';

/** Adds the commands, in groups by their purpose. */
export function createProgram(context: CommandContext): Command {
  const program = new Command('pnpm bench')
    .description(
      'Measures CPU-bound endpoints on this machine, and writes a report that helps to choose a strategy.',
    )
    .exitOverride()
    .enablePositionalOptions()
    .helpCommand(false)
    .showHelpAfterError('(pnpm bench --help lists the commands)');
  program.commandsGroup(MEASURE);
  addMeasuring(program, context);
  program.commandsGroup('Read and decide:');
  addReading(program, context);
  addDeciding(program, context);
  addExtending(program, context);
  program.commandsGroup("For this project's maintainers:");
  addMaintaining(program, context);
  return program;
}
