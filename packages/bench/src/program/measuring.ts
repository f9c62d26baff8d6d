import { CATALOGUE } from '@cpu-bound/measure/model/errors';
import type { RunFlags } from '@cpu-bound/study/config/complete';
import type { Command } from 'commander';
import type { CrosscheckFlags } from '../commands/crosscheck.ts';
import type { MoreFlags } from '../commands/more.ts';
import type { ProfileFlags } from '../commands/profile.ts';
import type { SelfcheckFlags } from '../commands/selfcheck.ts';
import { collect, type Ending, FINE } from './ending.ts';

/** Commands that measure; each is loaded when it is asked for. */
export function addMeasuring(program: Command, { surface, finish }: Ending): void {
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
    .option('--workload <name>', 'what is computed: primes, or the path of your own module (default: primes)')
    .option('--param <name=value>', 'a parameter of the headline query; may be repeated', collect)
    .option('--baseline <id>', 'what the others are compared with (default: single)')
    .option('--seed <text>', 'repeats the order and the arrivals of an earlier run')
    .option('--rounds <n>', 'rounds of every scenario, 1 to 60 (default: by profile)')
    .option('--out <folder>', 'where the results go (default: results/<time>)')
    .option('--resume <folder>', 'go on with a run that was interrupted or killed')
    .option('--publish', 'copy the report to REPORT.md and report/ at the top')
    .allowUnknownOption()
    .allowExcessArguments() // reported with everything else that is wrong, not alone
    .action(async (flags: RunFlags, { args: unknown }: Command) => {
      const [{ runCommand }, { conclude }] = await Promise.all([
        import('../commands/run.ts'),
        import('./conclude.ts'),
      ]);
      finish(conclude(await runCommand({ ...flags, unknown }, surface), surface));
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
    .command('profile')
    .description("where each contestant's time goes, function by function (V8's profiler), as Markdown")
    .option(
      '--contestants <ids>',
      'which contestants, by comma: ids, paths of folders, or groups as @pools (default: @main)',
    )
    .option('--workload <name>', 'what is computed: primes, or the path of your own module (default: primes)')
    .option('--param <name=value>', 'a parameter of the query; may be repeated', collect)
    .option('--seconds <n>', 'how long each is watched, 1 to 60', '10')
    .action(async (flags: ProfileFlags) => {
      const { profileCommand } = await import('../commands/profile.ts');
      const failed = await profileCommand(flags, surface);
      finish(failed.length > 0 ? CATALOGUE.CONTESTANT.exit : FINE);
    });
  program
    .command('doctor')
    .description('is this machine fit for measuring? Each check with its remedy')
    .action(async () => {
      const { doctorCommand } = await import('../commands/doctor.ts');
      await doctorCommand(surface);
    });
  program
    .command('selfcheck')
    .description('the bench measured by itself: known servers, twins, planted faults (two hours)')
    .option('--only <part>', 'generator (a minute), throughput or latency (an hour each); default: all')
    .option('--runs <n>', 'experiments of throughput (default: 20), or runs of latency (default: 10)')
    .option('--seed <text>', 'repeats the arrivals and orders of an earlier check', '1')
    .option('--out <file>', 'where the findings are kept (default: report/selfcheck.json)')
    .action(async (flags: SelfcheckFlags) => {
      const { selfcheckCommand } = await import('../commands/selfcheck.ts');
      const findings = await selfcheckCommand(flags, surface);
      finish(findings.every(({ ok }) => ok) ? FINE : CATALOGUE.CONTESTANT.exit);
    });
  program
    .command('crosscheck')
    .description(
      'the same load by every load generator that is installed here (k6, wrk, ab, …) beside ours, as Markdown',
    )
    .option('--contestants <ids>', 'on which contestants, by comma (default: the baseline)')
    .option('--workload <name>', 'what is computed: primes, or the path of your own module (default: primes)')
    .option('--param <name=value>', 'a parameter of the query; may be repeated', collect)
    .option('--rounds <n>', 'rounds, each with every tool once, 1 to 60 (default: 9)')
    .option('--seconds <n>', 'how long each tool sends, 1 to 60', '4')
    .option('--seed <text>', 'repeats the orders of an earlier one')
    .option('--out <file>', 'where the page goes (default: printed)')
    .action(async (flags: CrosscheckFlags) => {
      const { crosscheckCommand } = await import('../commands/crosscheck.ts');
      const page = await crosscheckCommand(flags, surface);
      surface.print(flags.out === undefined ? page.trimEnd() : `wrote ${flags.out}`);
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
