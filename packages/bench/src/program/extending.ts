import { CATALOGUE } from '@cpu-bound/measure/model/errors';
import type { Command } from 'commander';
import type { InitFlags } from '../commands/init.ts';
import { type CommandContext, FINE } from './context.ts';

/** Commands for a reader’s own function or contestant; each is loaded when it is called. */
export function addExtending(program: Command, { surface, finish }: CommandContext): void {
  program
    .command('init <file>')
    .description('write a commented workload for your own function')
    .option('--query', 'for a function of a query: GET (the default)')
    .option('--json', 'for a function of JSON: POST')
    .option('--octets', 'for a function of bytes: POST')
    .action(async (file: string, flags: InitFlags) => {
      const { initCommand } = await import('../commands/init.ts');
      surface.print(await initCommand(file, flags, surface.cwd));
    });
  program
    .command('conform <folder>')
    .description('test your own contestant against the HTTP contract')
    .action(async (folder: string) => {
      const { conformCommand } = await import('../commands/conform.ts');
      const holds = await conformCommand(folder, surface);
      finish(holds ? FINE : CATALOGUE.CONTESTANT.exit);
    });
  program
    .command('list')
    .description('list the contestants, scenarios, needs, profiles and workloads')
    .action(async () => {
      const { listCommand } = await import('../commands/list.ts');
      surface.print(await listCommand(surface.code));
    });
}
