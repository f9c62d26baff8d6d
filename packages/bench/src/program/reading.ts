import { relative } from 'node:path';
import { CATALOGUE } from '@cpu-bound/measure/model/errors';
import type { Command } from 'commander';
import type { CompareFlags } from '../commands/compare.ts';
import type { ExportFlags } from '../commands/export.ts';
import type { ReportFlags } from '../commands/report.ts';
import { type CommandContext, deliver, FINE, runFolder } from './context.ts';

/** Commands that show what was measured; each is loaded when it is called. */
export function addReading(program: Command, { surface, finish }: CommandContext): void {
  const runs = program
    .command('runs')
    .description(
      'the runs in results/: when each began, how complete it is, what it measured; runs rm removes some',
    )
    .action(async () => {
      const { runsCommand } = await import('../commands/runs.ts');
      surface.print(await runsCommand(surface.root));
    });
  runs
    .command('rm <names...>')
    .description('remove runs, as bench runs names them')
    .action(async (names: string[]) => {
      const { removeRunsCommand } = await import('../commands/runs.ts');
      await removeRunsCommand(names, surface.root);
      surface.print(`removed ${names.join(', ')}`);
    });
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
      const page = await reportCommand(await runFolder(given, surface), flags, surface);
      surface.print(`wrote ${relative(surface.cwd, page)}`);
    });
  program
    .command('compare <earlier> <later>')
    .description(
      'what changed between two runs, by the ratios within each, as Markdown; exit 3 for a regression that is shown',
    )
    .option('--threshold <per cent>', 'a change that does not matter', '5')
    .action(async (earlier: string, later: string, flags: CompareFlags) => {
      const { compareCommand } = await import('../commands/compare.ts');
      const { text, regressed } = await compareCommand([earlier, later], flags, surface);
      surface.print(text.trimEnd());
      finish(regressed ? CATALOGUE.REGRESSION.exit : FINE);
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
      await deliver(await exportCommand(await runFolder(given, surface), flags, surface), flags.out, surface);
    });
}
