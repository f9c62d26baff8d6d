import { relative } from 'node:path';
import { CATALOGUE } from '@cpu-bound/measure/model/errors';
import { newestRun } from '@cpu-bound/study/results/newest';
import type { Command } from 'commander';
import type { AdrFlags } from '../commands/adr.ts';
import type { CaseFlags } from '../commands/case.ts';
import type { CompareFlags } from '../commands/compare.ts';
import type { ExportFlags } from '../commands/export.ts';
import type { ReportFlags } from '../commands/report.ts';
import { collect, type Ending, FINE } from './ending.ts';

const SUPPORT = {
  yes: FINE,
  no: CATALOGUE.REGRESSION.exit,
  'cannot-tell': CATALOGUE.OPEN.exit,
} as const;

/** Commands that read what was measured; each is loaded when it is asked for. */
export function addDeciding(program: Command, { surface, finish }: Ending): void {
  program
    .command('report [folder]')
    .description('render the report of a run again, without measuring (default: the newest)')
    .option('--out <file>', 'where the page goes (default: REPORT.md, or report.html, in the folder)')
    .option('--html', 'one file of HTML: weigh needs, point at charts')
    .option('--rate <requests per second>', 'your own case, with --p99: which strategies hold it')
    .option('--p99 <time>', 'what 99 of 100 requests may take: 100ms, 0.5s')
    .option('--publish', 'as REPORT.md and report/ at the top, and in the guide')
    .action(async (given: string | undefined, flags: ReportFlags) => {
      const { reportCommand } = await import('../commands/report.ts');
      const folder = given ?? (await newestRun(surface.root));
      surface.print(`wrote ${relative(surface.cwd, await reportCommand(folder, flags, surface))}`);
    });
  program
    .command('adr [folder]')
    .description(
      'draft a decision record (MADR 4.0) from a run (default: the newest), or check whether a newer run still supports one',
    )
    .option(
      '--need <id[=weight]>',
      'what the endpoint needs, with its weight; may be repeated (default: no strategy is chosen)',
      collect,
    )
    .option('--out <file>', 'where the record goes (default: printed)')
    .option(
      '--check <file>',
      'a record that bench adr wrote: exit 0 supported, 3 no longer, 4 cannot be told',
    )
    .action(async (given: string | undefined, { check, ...flags }: AdrFlags & { check?: string }) => {
      const { adrCommand, checkCommand } = await import('../commands/adr.ts');
      const folder = given ?? (await newestRun(surface.root));
      if (check === undefined) {
        const isAsked = surface.isTerminal && process.stdin.isTTY === true;
        const text = await adrCommand(folder, flags, { ...surface, isTerminal: isAsked });
        return surface.print(flags.out === undefined ? text.trimEnd() : `wrote ${flags.out}`);
      }
      const { supported, lines } = await checkCommand(check, folder, surface);
      for (const line of [...lines, `supported: ${supported}`]) surface.print(line);
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
      const folder = flags.run ?? (await newestRun(surface.root));
      surface.print(await sizeCommand(folder, flags, surface));
    });
  program
    .command('scale [folder]')
    .description('what one Redis can take and what a million requests cost, by a run (default: the newest)')
    .option('--into <file>', 'a page with marks that the figures go between (default: printed)')
    .action(async (given: string | undefined, { into }: { into?: string }) => {
      const { scaleCommand } = await import('../commands/scale.ts');
      const folder = given ?? (await newestRun(surface.root));
      const text = await scaleCommand(folder, into, surface);
      surface.print(into === undefined ? text : `wrote ${into}`);
    });
  const exporting = program
    .command('export')
    .description('what was measured here, for a tool that measures elsewhere');
  exporting
    .command('k6 [folder]')
    .description('the loads of a run (default: the newest) as a script for k6, its operator or its cloud')
    .option('--scenario <id>', 'whose loads', 'latency')
    .option('--contestant <id>', 'at the rates of which (default: the baseline)')
    .option('--decision <file>', 'a record that bench adr wrote: its thresholds become those of k6')
    .option('--out <file>', 'where the script goes (default: printed)')
    .action(async (given: string | undefined, flags: ExportFlags) => {
      const { exportCommand } = await import('../commands/export.ts');
      const folder = given ?? (await newestRun(surface.root));
      const text = await exportCommand(folder, flags, surface);
      surface.print(flags.out === undefined ? text.trimEnd() : `wrote ${flags.out}`);
    });
  program
    .command('compare <earlier> <later>')
    .description('what changed between two runs, as Markdown; exit 3 for a regression that is shown')
    .option('--threshold <per cent>', 'a change that does not matter', '5')
    .option('--only-changes', 'only what was shown to change')
    .option('--ratios', 'only ratios within each run, as on shared machines')
    .action(async (earlier: string, later: string, flags: CompareFlags) => {
      const { compareCommand } = await import('../commands/compare.ts');
      const { text, regressed } = await compareCommand([earlier, later], flags, surface);
      surface.print(text.trimEnd());
      finish(regressed ? CATALOGUE.REGRESSION.exit : FINE);
    });
}
