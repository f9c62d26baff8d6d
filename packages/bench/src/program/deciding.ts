import { CATALOGUE } from '@cpu-bound/measure/model/errors';
import type { Command } from 'commander';
import type { AdrFlags } from '../commands/adr.ts';
import type { CaseFlags } from '../commands/case.ts';
import { type CommandContext, collect, FINE, runFolder } from './context.ts';

const SUPPORT = {
  yes: FINE,
  no: CATALOGUE.REGRESSION.exit,
  'cannot-tell': CATALOGUE.OPEN.exit,
} as const;

/** Commands that draw a conclusion from a run; each is loaded when it is called. */
export function addDeciding(program: Command, { surface, finish }: CommandContext): void {
  program
    .command('adr [folder]')
    .description(
      'draft a decision record (MADR 4.0) from a run (default: the newest), or check whether a newer run still supports one',
    )
    .option(
      '--need <id[=weight]>',
      'what the endpoint needs, with its weight; may be repeated; at a terminal it asks',
      collect,
    )
    .option('--out <file>', 'where the record goes (default: printed)')
    .option(
      '--check <file>',
      'a record that bench adr wrote: exit 0 still supported, 3 no longer, 4 not known',
    )
    .action(async (given: string | undefined, { check, ...flags }: AdrFlags & { check?: string }) => {
      const { adrCommand, checkCommand } = await import('../commands/adr.ts');
      const folder = await runFolder(given, surface);
      if (check === undefined) {
        const isAsked = surface.isTerminal && process.stdin.isTTY === true;
        const text = await adrCommand(folder, flags, { ...surface, isTerminal: isAsked });
        return surface.print(flags.out === undefined ? text.trimEnd() : `wrote ${flags.out}`);
      }
      const { supported, sentence, warnings } = await checkCommand(check, folder, surface);
      surface.print(sentence);
      for (const warning of warnings) surface.print(`warning: ${warning}`);
      finish(SUPPORT[supported]);
    });
  program
    .command('size')
    .description(
      'whether each strategy keeps a p99 at a request rate, by the latencies that a run measured (default: the newest)',
    )
    .requiredOption('--rate <requests per second>', 'the load')
    .requiredOption('--p99 <time>', 'what 99 of 100 requests may take: 100ms, 0.5s')
    .option('--run <folder>', 'the run that measured it')
    .action(async (flags: CaseFlags & { run?: string }) => {
      const { sizeCommand } = await import('../commands/size.ts');
      surface.print(await sizeCommand(await runFolder(flags.run, surface), flags, surface));
    });
  program
    .command('scale [folder]')
    .description('what one Redis can take and what a million requests cost, by a run (default: the newest)')
    .option('--into <file>', 'a page with marks that the figures go between (default: printed)')
    .action(async (given: string | undefined, { into }: { into?: string }) => {
      const { scaleCommand } = await import('../commands/scale.ts');
      const text = await scaleCommand(await runFolder(given, surface), into, surface);
      surface.print(into === undefined ? text : `wrote ${into}`);
    });
}
