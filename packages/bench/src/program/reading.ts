import { relative, resolve } from 'node:path';
import type { CaseState } from '@cpu-bound/study/decide/case';
import type { Command } from 'commander';
import type { AdrFlags } from '../commands/adr.ts';
import type { CompareFlags } from '../commands/compare.ts';
import type { ReportFlags, SummaryFlags } from '../commands/report.ts';
import { type CommandContext, collect, committedStudy, type Ending, endings, runFolder } from './context.ts';

/** Commands that show what was measured, and draw a conclusion from it; each is loaded when it is called. */
export function addReading(program: Command, context: CommandContext): void {
  addRuns(program, context);
  addPages(program, context);
  addCompare(program, context);
  addAdr(program, context);
}

function addRuns(program: Command, { surface }: CommandContext): void {
  const runs = program
    .command('runs')
    .description(
      'list the runs in results/: when each began, how complete it is, what it measured; runs rm removes runs',
    )
    .action(async () => {
      const { runsCommand } = await import('../commands/runs.ts');
      surface.print(await runsCommand(surface.root));
    });
  runs
    .command('rm <names...>')
    .description('remove runs by the names that bench runs lists')
    .action(async (names: string[]) => {
      const { removeRunsCommand } = await import('../commands/runs.ts');
      await removeRunsCommand(names, surface.root);
      surface.print(`removed ${names.join(', ')}`);
    });
}

const CASE = endings('the p99 is not kept', 'the run does not answer it at this rate');
const OF_CASE: Readonly<Record<CaseState, Ending>> = {
  kept: CASE.yes,
  'not kept': CASE.no,
  'beyond reach': { ...CASE.no, means: 'the rate is beyond reach, whatever the p99' },
  unknown: CASE['not known'],
};
const HELD = endings(
  'a regression was shown',
  'a run is not sound or no ratio was judged, so the comparison decides nothing',
);
const SUPPORT = endings(
  'the run no longer supports the decision',
  'the run cannot tell whether the decision holds',
);

function addPages(program: Command, { surface, finish }: CommandContext): void {
  program
    .command('report [folder]')
    .description('render the report of a run again, without measuring (default: the newest run)')
    .option('--out <file>', 'where the page goes (default: REPORT.md, or index.html, in the folder)')
    .option('--html', 'write one HTML file, in which you can weigh the needs and explore the charts')
    .option(
      '--json',
      'print the answers, and each need with its figures and standings, as JSON; write nothing',
    )
    .option('--open', 'with --html: open the page in your browser')
    .option('--shareable', 'with --html: leave out paths, arguments, names of samples and logs')
    .option(
      '--rate <requests per second>',
      'your request rate, with --p99: prints which strategies keep that p99, and writes nothing; without --p99: prints the p99 at the nearest measured rates',
    )
    .option(
      '--p99 <time>',
      'the longest p99 that you accept: 100ms, 0.5s; without --rate: prints how many requests a second each strategy carries within it',
    )
    .option(
      '--strategy <id>',
      'with --rate and --p99: the strategy that has to keep it (default: any); exit code 0: kept, 3: not kept or beyond reach, 4: not known',
    )
    .option('--write', 'with --rate and --p99: write the page with that case into the folder')
    .option('--publish', 'write REPORT.md and report/ of this repository')
    .option(
      '--guide',
      'for maintainers: write the figures into README.md and docs/choosing.md, and their study into docs/choosing.json',
    )
    .action(async (named: string | undefined, flags: ReportFlags) => {
      const { reportCommand } = await import('../commands/report.ts');
      const folder = await runFolder(named, surface);
      const { page, answer, json } = await reportCommand(folder, flags, surface);
      if (json !== undefined) surface.print(json);
      if (answer)
        for (const line of [answer.text, ...answer.warnings.map((warning) => `warning: ${warning}`)])
          surface.print(line);
      if (page !== undefined) {
        surface.print(`wrote ${relative(surface.cwd, page)}${flags.publish ? ', and report/' : ''}`);
        if (flags.open) {
          const { openPage } = await import('../commands/report.ts');
          const impossible = await openPage(page);
          if (impossible !== undefined) surface.note(impossible);
        }
      }
      if (answer) finish(OF_CASE[answer.state]);
    });
  program
    .command('publish [folder]')
    .description(
      'write the verdicts of a run (default: the newest) into published/, without names, hosts, paths and arguments',
    )
    .action(async (named: string | undefined) => {
      const { publishCommand } = await import('../commands/publish.ts');
      const file = await publishCommand(await runFolder(named, surface), surface);
      surface.print(`wrote ${relative(surface.cwd, file)}`);
    });
  program
    .command('summary [folder]')
    .description(
      'print the first screen of a report (default: the newest run) as Markdown, without paths, arguments, names of samples and logs',
    )
    .option(
      '--need <id[=weight]>',
      'a need of the endpoint, with its weight: the summary says which strategy comes first; may be repeated',
      collect,
    )
    .option(
      '--rate <requests per second>',
      'your request rate, with --p99: the summary says which strategies keep that p99',
    )
    .option('--p99 <time>', 'the longest p99 that you accept: 100ms, 0.5s')
    .action(async (named: string | undefined, flags: SummaryFlags) => {
      const { summaryCommand } = await import('../commands/report.ts');
      surface.print(await summaryCommand(await runFolder(named, surface), flags, surface));
    });
}

function addCompare(program: Command, { surface, finish }: CommandContext): void {
  program
    .command('compare [earlier] [later]')
    .description(
      'compare the ratios within two runs (default: the committed study, and the newest run), in a pipe as Markdown; exit code 3 if a regression was shown, 4 if a run is not sound or no ratio was judged',
    )
    .option('--threshold <per cent>', 'the largest change that does not matter', '5')
    .action(async (earlier: string | undefined, later: string | undefined, flags: CompareFlags) => {
      const [{ compareCommand }, { newestRun }] = await Promise.all([
        import('../commands/compare.ts'),
        import('../commands/runs.ts'),
      ]);
      const folders = [earlier ?? committedStudy(surface), later ?? (await newestRun(surface))] as const;
      const { text, held } = await compareCommand(folders, flags, surface);
      surface.print(text.trimEnd());
      finish(HELD[held]);
    });
}

function addAdr(program: Command, { surface, finish }: CommandContext): void {
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
    .action(async (named: string | undefined, { check, ...flags }: AdrFlags & { check?: string }) => {
      const { adrCommand, checkCommand } = await import('../commands/adr.ts');
      const folder = await runFolder(named, surface);
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
