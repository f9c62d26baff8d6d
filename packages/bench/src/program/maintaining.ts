import { CATALOGUE } from '@cpu-bound/measure/model/errors';
import type { Command } from 'commander';
import type { CrosscheckFlags, SelfcheckFlags } from '../commands/lab.ts';
import { type CommandContext, collect, deliver, EXIT_OK, WAIT } from './context.ts';

/** Commands that check the bench itself and its contestants; each is loaded when it is called. */
export function addMaintaining(program: Command, { surface, finish }: CommandContext): void {
  program
    .command('selfcheck')
    .description('check the bench against known servers, twins and planted faults (two hours)')
    .option(
      '--only <part>',
      'generator (five minutes), runs (50 minutes), frames (40 minutes) or honesty (20 minutes); default: all',
    )
    .option('--runs <n>', 'runs of throughput, and as many of latency (default: 3)')
    .option('--rounds <n>', 'rounds of each run (default: 10, as in the profile standard)')
    .option('--seed <text>', 'seed of the random arrivals and orders; the same text repeats them', '1')
    .option('--out <file>', 'the file for the findings (default: report/selfcheck.json)')
    .option(...WAIT)
    .action(async ({ wait, ...flags }: SelfcheckFlags & { wait?: true }) => {
      const { selfcheckCommand } = await import('../commands/lab.ts');
      const findings = await selfcheckCommand(flags, { ...surface, waits: wait });
      finish(findings.every(({ ok }) => ok !== false) ? EXIT_OK : CATALOGUE.CONTESTANT.exit);
    });
  program
    .command('crosscheck')
    .description('compare our load generator with oha and k6, if they are on the PATH, as Markdown')
    .option('--contestants <ids>', 'contestants to load, separated by commas (default: the baseline)')
    .option(
      '--workload <name>',
      'the workload: a name from bench list, or the path of your module (default: primes)',
    )
    .option('--param <name=value>', 'a parameter of the query; may be repeated', collect)
    .option('--rounds <n>', 'rounds, each with every tool once, 1 to 60 (default: 9)')
    .option('--seed <text>', 'seed of the random orders; the same text repeats them')
    .option('--out <file>', 'where the page goes (default: printed)')
    .option(...WAIT)
    .action(async ({ wait, ...flags }: CrosscheckFlags & { wait?: true }) => {
      const { crosscheckCommand } = await import('../commands/lab.ts');
      const page = await crosscheckCommand(flags, { ...surface, waits: wait });
      await deliver(page, flags.out, surface);
    });
  program
    .command('with-backends <command...>')
    .description(
      'start Redis and nginx as for a run, set REDIS_URL and NGINX_PROGRAM, and run another command (for tests); where DATABASE_URL is set, it names a database of the run',
    )
    .option('--fetch', 'also fetch the npm packages that peers need (once, on first use)')
    .passThroughOptions()
    .allowUnknownOption()
    .action(async (command: string[], flags: { fetch?: true }) => {
      const { withBackendsCommand } = await import('../commands/with-bench.ts');
      finish(await withBackendsCommand(command, flags, surface));
    });
  program
    .command('conform <folder>')
    .description('test your own contestant against the HTTP contract')
    .action(async (folder: string) => {
      const { conformCommand } = await import('../commands/conform.ts');
      const holds = await conformCommand(folder, surface);
      finish(holds ? EXIT_OK : CATALOGUE.CONTESTANT.exit);
    });
}
