import type { Command } from 'commander';
import type { InitFlags } from '../commands/init.ts';
import type { ScaffoldFlags } from '../commands/scaffold.ts';
import { type CommandContext, collect, MEASURE } from './context.ts';

/** Commands for a reader’s own function; each is loaded when it is called. */
export function addExtending(program: Command, { surface }: CommandContext): void {
  program
    .command('init <file>')
    .helpGroup(MEASURE)
    .description('write a commented workload for your own function')
    .option('--query', 'for a function of a query: GET (the default)')
    .option('--json', 'for a function of JSON: POST')
    .option('--octets', 'for a function of bytes: POST')
    .action(async (file: string, flags: InitFlags) => {
      const { initCommand } = await import('../commands/init.ts');
      surface.print(await initCommand(file, flags, surface.cwd));
    });
  program
    .command('scaffold <strategy>')
    .description(
      'write a service of your own: a strategy as it was measured, around your function, with tests',
    )
    .option('--workload <file#name>', 'your function: ./src/render.ts#render')
    .option('--body <files>', "files with its input, JSON or bytes: 'samples/*.json'")
    .option('--args <json>', "its arguments, instead of --body: '[1000]', or @args.json")
    .option('--type <media type>', 'of its answers, such as text/html (default: by what it returns)')
    .option(
      '--answers-differ',
      'its answers to one input differ each time (a date, a random id): only status, kind and size are checked',
    )
    .option(
      '--env <NAME[=value]>',
      'a variable that it needs, as for run; the service names it, without the value; may be repeated',
      collect,
    )
    .option('--out <folder>', 'the folder to write, which is empty or not there yet')
    .option('--into <framework>', 'the strategy alone, for an app of yours: express, fastify or node')
    .option('--js', 'JavaScript (default: TypeScript)')
    .option('--copy', "copy the function's own files into the folder (default: imported from where they are)")
    .option('--kubernetes', 'the manifests of its strategy, too, with the values of your run')
    .allowExcessArguments() // reported together with all other mistakes
    .action(async (strategy: string, flags: ScaffoldFlags, { args: [, ...excess] }: Command) => {
      const { scaffoldCommand } = await import('../commands/scaffold.ts');
      surface.print(await scaffoldCommand(strategy, flags, surface, excess));
    });
  program
    .command('list')
    .helpGroup(MEASURE)
    .description('list the contestants, scenarios, needs, profiles and workloads')
    .action(async () => {
      const { listCommand } = await import('../commands/list.ts');
      surface.print(await listCommand(surface.code, surface.columns()));
    });
}
