import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { type CommandContext, MEASURE } from './context.ts';
import { addExtending } from './extending.ts';
import { addMaintaining } from './maintaining.ts';
import { addMeasuring } from './measuring.ts';
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
