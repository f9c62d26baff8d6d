import { relative } from 'node:path';
import { CATALOGUE } from '@cpu-bound/measure/model/errors';
import type { Command } from 'commander';
import type { CrosscheckFlags } from '../commands/crosscheck.ts';
import type { PublishedFlags } from '../commands/published.ts';
import type { SelfcheckFlags } from '../commands/selfcheck.ts';
import { type CommandContext, collect, deliver, EXIT_OK } from './context.ts';

/** Commands that check the bench itself and its contestants; each is loaded when it is called. */
export function addMaintaining(program: Command, { surface, finish }: CommandContext): void {
  program
    .command('selfcheck')
    .description('check the bench against known servers, twins and planted faults (75 minutes)')
    .option(
      '--only <part>',
      'generator (five minutes), runs (50 minutes) or honesty (20 minutes); default: all',
    )
    .option('--runs <n>', 'runs of throughput, and as many of latency (default: 3)')
    .option('--rounds <n>', 'rounds of each run (default: 10, as in the profile standard)')
    .option('--seed <text>', 'seed of the random arrivals and orders; the same text repeats them', '1')
    .option('--out <file>', 'the file for the findings (default: report/selfcheck.json)')
    .action(async (flags: SelfcheckFlags) => {
      const { selfcheckCommand } = await import('../commands/selfcheck.ts');
      const findings = await selfcheckCommand(flags, surface);
      finish(findings.every(({ ok }) => ok !== false) ? EXIT_OK : CATALOGUE.CONTESTANT.exit);
    });
  program
    .command('crosscheck')
    .description('compare our load generator with those installed here (k6, wrk, ab, …), as Markdown')
    .option('--contestants <ids>', 'contestants to load, separated by commas (default: the baseline)')
    .option(
      '--workload <name>',
      'the workload: a name from bench list, or the path of your module (default: primes)',
    )
    .option('--param <name=value>', 'a parameter of the query; may be repeated', collect)
    .option('--rounds <n>', 'rounds, each with every tool once, 1 to 60 (default: 9)')
    .option('--seed <text>', 'seed of the random orders; the same text repeats them')
    .option('--out <file>', 'where the page goes (default: printed)')
    .action(async (flags: CrosscheckFlags) => {
      const { crosscheckCommand } = await import('../commands/crosscheck.ts');
      await deliver(await crosscheckCommand(flags, surface), flags.out, surface);
    });
  program
    .command('published')
    .description(
      'repeat the published comparisons five times by their own tools (k6, ab, autocannon, siege, loadtest; about 35 minutes), and write docs/published.md',
    )
    .option('--only <ids>', 'comparisons, separated by commas (default: all)')
    .option('--page', 'write the page from what is stored in docs/published/, without measuring')
    .action(async (flags: PublishedFlags) => {
      const { publishedCommand } = await import('../commands/published.ts');
      surface.print(`wrote ${relative(surface.cwd, await publishedCommand(flags, surface))}`);
    });
  program
    .command('with-backends <command...>')
    .description(
      'start Redis, PostgreSQL and nginx as for a run, set REDIS_URL, DATABASE_URL and NGINX_PROGRAM, and run another command (for tests)',
    )
    .option('--fetch', 'also fetch the npm packages that peers need (once, on first use)')
    .passThroughOptions()
    .allowUnknownOption()
    .action(async (command: string[], flags: { fetch?: true }) => {
      const { withBackendsCommand } = await import('../commands/with-backends.ts');
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
