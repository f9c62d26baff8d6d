import type { RunFlags } from '@cpu-bound/study/config/complete';
import type { Command } from 'commander';
import type { CaseFlags } from '../commands/case.ts';
import type { MoreFlags } from '../commands/more.ts';
import { type CommandContext, collect } from './context.ts';

/** Commands that measure; each is loaded when it is called. */
export function addMeasuring(program: Command, { surface, finish }: CommandContext): void {
  program
    .command('run')
    .description('measure, and write results/<id>/ with REPORT.md')
    .option('--profile <name>', 'how much to measure: smoke, quick, standard or thorough (default: standard)')
    .option('--scenarios <ids>', 'which questions, by comma (default: by profile; see bench list)')
    .option(
      '--contestants <ids>',
      'which contestants, by comma: ids, paths of folders, or groups as @pools (default: @main)',
    )
    .option(
      '--target <name=URL>',
      'a service that runs elsewhere, beside --contestants or instead of any; may be repeated',
      collect,
    )
    .option(
      '--requests <file>',
      'what the targets are sent instead: a JSON object a line with method, path, headers, body, status',
    )
    .option('--status-only', 'with --requests: the answers of the targets may differ in their bodies')
    .option('--keep-requests', 'with --requests: copy the file into the results, which else keep its hash')
    .option('--light <path>', 'with --requests: a path that the targets answer at once (default: /)')
    .option('--workload <name>', 'what is computed: primes, or the path of your own module (default: primes)')
    .option('--param <name=value>', 'a parameter of the headline query; may be repeated', collect)
    .option(
      '--body <files>',
      "what a function is called with, as --workload ./file.ts#name: JSON or octets, 'samples/*.json'",
    )
    .option('--args <json>', "the same as arguments: '[1000]'")
    .option('--longest <seconds>', 'end a task that takes longer, before measuring (default: 10)')
    .option('--baseline <id>', 'what the others are compared with (default: single)')
    .option(
      '--against <folder>',
      'another checkout: its contestants beside ours in the same rounds, to say what changed; exit 3 where ours is worse',
    )
    .option('--seed <text>', 'repeats the order and the arrivals of an earlier run')
    .option('--rounds <n>', 'rounds of every scenario, 1 to 60 (default: by profile)')
    .option(
      '--rate <requests per second>',
      'your own case, with --p99: the report says which strategies hold it',
    )
    .option('--p99 <time>', 'what 99 of 100 requests may take: 100ms, 0.5s')
    .option('--out <folder>', 'where the results go (default: results/<time>)')
    .option('--resume <folder>', 'go on with a run that was interrupted or killed')
    .option('--publish', 'copy the report to REPORT.md and report/ at the top')
    .allowUnknownOption()
    .allowExcessArguments() // reported with everything else that is wrong, not alone
    .action(async ({ rate, p99, ...flags }: RunFlags & Partial<CaseFlags>, { args: unknown }: Command) => {
      const [{ caseOf }, { runCommand }, { conclude }] = await Promise.all([
        import('../commands/case.ts'),
        import('../commands/run.ts'),
        import('./conclude.ts'),
      ]);
      const wanted = caseOf({ rate, p99 });
      finish(conclude(await runCommand({ ...flags, unknown }, surface, wanted), surface));
    });
  program
    .command('more [folder]')
    .description(
      'go on with a study (default: the newest) where its page is weakest; Ctrl-C keeps what was measured',
    )
    .option('--for <time>', 'until then: 90s, 30m, 2h (default: until nothing is open)')
    .option('--need <id[=weight]>', 'what matters to you is measured first; may be repeated', collect)
    .option('--scenarios <ids>', 'these questions, by comma, each until its next look (see bench list)')
    .action(async (folder: string | undefined, flags: MoreFlags) => {
      const [{ moreOfStudy }, { conclude }] = await Promise.all([
        import('../commands/more.ts'),
        import('./conclude.ts'),
      ]);
      finish(conclude(await moreOfStudy(folder, flags, surface), surface));
    });
  program
    .command('with-backends <command...>')
    .description(
      'run a command with REDIS_URL, DATABASE_URL and NGINX_PROGRAM set to what a run uses (the tests do)',
    )
    .passThroughOptions()
    .allowUnknownOption()
    .action(async (command: string[]) => {
      const { withBackendsCommand } = await import('../commands/with-backends.ts');
      finish(await withBackendsCommand(command, surface));
    });
}
