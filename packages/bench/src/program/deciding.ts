import { relative, resolve } from 'node:path';
import { CATALOGUE } from '@cpu-bound/measure/model/errors';
import type { Command } from 'commander';
import type { AdrFlags } from '../commands/adr.ts';
import { type CommandContext, collect, EXIT_OK, runFolder } from './context.ts';

const SUPPORT = {
  yes: { exit: EXIT_OK, means: undefined },
  no: { exit: CATALOGUE.REGRESSION.exit, means: 'the run no longer supports the decision' },
  'cannot-tell': { exit: CATALOGUE.OPEN.exit, means: 'the run cannot tell whether the decision holds' },
} as const;

/** Commands that draw a conclusion from a run; each is loaded when it is called. */
export function addDeciding(program: Command, { surface, finish }: CommandContext): void {
  program
    .command('adr [folder]')
    .description(
      'draft a decision record (MADR 4.0) from a run (default: the newest), or check whether a run still supports a record',
    )
    .option(
      '--need <id[=weight]>',
      'a need of the endpoint, with its weight (see bench list); may be repeated; without it, adr asks at a terminal',
      collect,
    )
    .option('--out <file>', 'where the record goes (default: printed)')
    .option(
      '--check <file>',
      'a record that bench adr wrote; exit code 0: still supported, 3: no longer supported, 4: unknown',
    )
    .action(async (given: string | undefined, { check, ...flags }: AdrFlags & { check?: string }) => {
      const { adrCommand, checkCommand } = await import('../commands/adr.ts');
      const folder = await runFolder(given, surface);
      if (check === undefined) {
        const isAsked = surface.isTerminal && process.stdin.isTTY === true;
        const { text, choice } = await adrCommand(folder, flags, { ...surface, isTerminal: isAsked });
        surface.print(flags.out === undefined ? text.trimEnd() : `wrote ${flags.out}`);
        return surface.note(`the choice: ${choice}`);
      }
      const { supported, sentence, warnings } = await checkCommand(check, folder, surface, flags);
      surface.print(sentence);
      surface.print(`by the run in ${relative(surface.cwd, resolve(surface.cwd, folder)) || '.'}`);
      for (const warning of warnings) surface.print(`warning: ${warning}`);
      finish(SUPPORT[supported]);
    });
}
