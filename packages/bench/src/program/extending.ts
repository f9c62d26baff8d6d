import { CATALOGUE } from '@cpu-bound/measure/model/errors';
import type { Command } from 'commander';
import type { InitFlags } from '../commands/init.ts';
import { type CommandContext, FINE } from './context.ts';

/** Commands for one’s own function and one’s own contestant; each is loaded when it is called. */
export function addExtending(program: Command, { surface, finish }: CommandContext): void {
  program
    .command('init <file>')
    .description('write a workload with comments, to put your own function into')
    .option('--query', 'of a function of a query: GET (the default)')
    .option('--json', 'of a function of JSON: POST')
    .option('--octets', 'of a function of octets: POST')
    .action(async (file: string, flags: InitFlags) => {
      const { initCommand } = await import('../commands/init.ts');
      surface.print(await initCommand(file, flags, surface.cwd));
    });
  program
    .command('conform <folder>')
    .description('somebody’s own contestant against the HTTP contract: what is missing, in sentences')
    .action(async (folder: string) => {
      const { conformCommand } = await import('../commands/conform.ts');
      const holds = await conformCommand(folder, surface);
      finish(holds ? FINE : CATALOGUE.CONTESTANT.exit);
    });
  program
    .command('list')
    .description('what there is: contestants, scenarios, needs, profiles, workloads')
    .action(async () => {
      const { listCommand } = await import('../commands/list.ts');
      surface.print(await listCommand(surface.code));
    });
}
