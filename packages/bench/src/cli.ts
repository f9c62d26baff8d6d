import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WorkloadError } from '@cpu-bound/workload';
import { Command, CommanderError } from 'commander';
import { type AdrFlags, adrCommand, checkCommand } from './commands/adr.ts';
import { type CompareFlags, compareCommand } from './commands/compare.ts';
import { conformCommand } from './commands/conform.ts';
import { doctorCommand } from './commands/doctor.ts';
import { initCommand } from './commands/init.ts';
import { listCommand } from './commands/list.ts';
import { type ProfileFlags, profileCommand } from './commands/profile.ts';
import { newestRun, reportCommand } from './commands/report.ts';
import { type RunOutcome, runCommand } from './commands/run.ts';
import { selfcheckCommand } from './commands/selfcheck.ts';
import type { Surface } from './commands/surface.ts';
import { withRedisCommand } from './commands/with-redis.ts';
import type { RunFlags } from './measure/config/complete.ts';
import { Interrupted } from './measure/run/interrupted.ts';
import { BenchError, CATALOGUE, type ErrorCode } from './model/errors.ts';
import { verdictLines } from './report/first-screen/terminal.ts';
import { scenarios } from './scenarios/scenarios.ts';

const FINE = 0;
const SUPPORT = {
  yes: FINE,
  no: CATALOGUE.REGRESSION.exit,
  'cannot-tell': CATALOGUE.OPEN.exit,
} as const;

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const interruption = new AbortController();
const surface: Surface = {
  root,
  // pnpm runs scripts at the root; paths are meant from where the user stands.
  cwd: process.env.INIT_CWD ?? process.cwd(),
  print: (line) => console.log(line),
  isTerminal: process.stdout.isTTY === true && process.env.CI === undefined,
  signal: interruption.signal,
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => interruption.abort(new Interrupted(signal)));
}

const collect = (value: string, all: readonly string[] = []) => [...all, value];

function createProgram(finish: (code: number) => void): Command {
  const program = new Command('bench')
    .description('Measures CPU-bound endpoints on this machine, and writes a report to decide by.')
    .exitOverride()
    .enablePositionalOptions()
    .showHelpAfterError('(bench --help shows what there is)');

  program
    .command('run')
    .description('measure, and write results/<id>/ with REPORT.md')
    .option('--profile <name>', 'how much to measure: smoke, quick, standard or thorough (default: standard)')
    .option('--scenarios <ids>', 'which questions, by comma (default: by profile; see bench list)')
    .option('--contestants <ids>', 'which contestants, by comma: ids or paths of folders (default: all)')
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
    .action(async (flags: RunFlags, { args: unknown }: Command) =>
      finish(exitCode(await runCommand({ ...flags, unknown }, surface))),
    );
  program
    .command('report [folder]')
    .description('render the report of a run again, without measuring (default: the newest)')
    .option('--out <file>', 'where the page goes (default: REPORT.md in the folder)')
    .action(async (given: string | undefined, { out }: { out?: string }) => {
      const folder = given ?? (await newestRun(root));
      surface.print(`wrote ${relative(surface.cwd, await reportCommand(folder, out, surface.cwd))}`);
    });
  program
    .command('init <file>')
    .description('write a workload with comments, to put your own function into')
    .action(async (file: string) => surface.print(await initCommand(file, surface.cwd)));
  program
    .command('adr [folder]')
    .description(
      'draft a decision record (MADR 4.0) from a run (default: the newest), or check whether a newer run still supports one',
    )
    .option(
      '--need <id[=weight]>',
      'what is needed of the endpoint; may be repeated (default: all alike)',
      collect,
    )
    .option('--out <file>', 'where the record goes (default: printed)')
    .option(
      '--check <file>',
      'a record that bench adr wrote: exit 0 supported, 3 no longer, 4 cannot be told',
    )
    .action(async (given: string | undefined, { check, ...flags }: AdrFlags & { check?: string }) => {
      const folder = given ?? (await newestRun(root));
      if (check === undefined) {
        const text = await adrCommand(folder, flags, surface);
        return surface.print(flags.out === undefined ? text.trimEnd() : `wrote ${flags.out}`);
      }
      const { supported, lines } = await checkCommand(check, folder, surface);
      for (const line of [...lines, `supported: ${supported}`]) surface.print(line);
      finish(SUPPORT[supported]);
    });
  program
    .command('conform <folder>')
    .description('somebody’s own contestant against the HTTP contract: what is missing, in sentences')
    .option('--only-measurable', 'no more than what the bench needs in order to measure it')
    .action(async (folder: string, { onlyMeasurable = false }: { onlyMeasurable?: boolean }) => {
      const holds = await conformCommand(folder, onlyMeasurable, surface);
      finish(holds ? FINE : CATALOGUE.CONTESTANT.exit);
    });
  program
    .command('compare <earlier> <later>')
    .description('what changed between two runs, as Markdown; exit 3 for a regression that is shown')
    .option('--threshold <per cent>', 'a change that does not matter', '5')
    .option('--only-changes', 'only what was shown to change')
    .option('--ratios', 'only ratios within each run, as on shared machines')
    .action(async (earlier: string, later: string, flags: CompareFlags) => {
      const { text, regressed } = await compareCommand([earlier, later], flags, surface);
      surface.print(text.trimEnd());
      finish(regressed ? CATALOGUE.REGRESSION.exit : FINE);
    });
  program
    .command('profile')
    .description("where each contestant's time goes, function by function (V8's profiler), as Markdown")
    .option('--contestants <ids>', 'which contestants, by comma: ids or paths of folders (default: all)')
    .option('--workload <name>', 'what is computed: primes, or the path of your own module (default: primes)')
    .option('--param <name=value>', 'a parameter of the query; may be repeated', collect)
    .option('--seconds <n>', 'how long each is watched, 1 to 60', '10')
    .action(async (flags: ProfileFlags) => {
      const failed = await profileCommand(flags, surface);
      finish(failed.length > 0 ? CATALOGUE.CONTESTANT.exit : FINE);
    });
  program
    .command('list')
    .description('what there is to run: contestants, scenarios, profiles, workloads')
    .action(async () => surface.print(await listCommand(root)));
  program
    .command('doctor')
    .description('is this machine fit for measuring? Each check with its remedy')
    .action(async () => doctorCommand(surface));
  program
    .command('selfcheck')
    .description('the bench measured by itself: known servers, A/A runs, planted slowdowns (15 minutes)')
    .option('--seed <text>', 'repeats the arrivals and orders of an earlier check', '1')
    .action(async ({ seed }: { seed: string }) => {
      const findings = await selfcheckCommand(seed, surface);
      finish(findings.every(({ ok }) => ok) ? FINE : CATALOGUE.CONTESTANT.exit);
    });
  program
    .command('with-redis <command...>')
    .description('run a command with REDIS_URL set to a Redis of its own (the tests do)')
    .passThroughOptions()
    .allowUnknownOption()
    .action(async (command: string[]) => finish(await withRedisCommand(command, surface)));
  return program;
}

/** Says where the report is and what is wrong with it; a contestant that failed decides the exit code. */
function exitCode({ analysis, folder }: RunOutcome): number {
  const failed = [...new Set(analysis.validity.failed.map(({ contestant }) => contestant))];
  const shown = relative(surface.cwd, folder) || folder;
  for (const line of verdictLines(analysis, scenarios)) surface.print(line);
  surface.print(`report: ${shown}/REPORT.md`);
  if (analysis.run.interrupted) surface.print(`interrupted; to go on: pnpm bench run --resume ${shown}`);
  if (failed.length > 0) surface.print(`failed: ${failed.join(', ')} (the report says why)`);
  if (interruption.signal.aborted) return CATALOGUE.INTERRUPTED.exit;
  return failed.length > 0 ? CATALOGUE.CONTESTANT.exit : FINE;
}

function failureCode(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? FINE : CATALOGUE.USAGE.exit;
  if (interruption.signal.aborted) return CATALOGUE.INTERRUPTED.exit;
  if (error instanceof WorkloadError) return fail(error, 'USAGE');
  if (error instanceof BenchError) return fail(error, error.code);
  console.error(error); // a mistake of ours: with its stack
  return CATALOGUE.USAGE.exit;
}

function fail({ message }: Error, code: ErrorCode): number {
  console.error(message);
  return CATALOGUE[code].exit;
}

let code: number = FINE;
try {
  await createProgram((result) => {
    code = result;
  }).parseAsync();
} catch (error) {
  code = failureCode(error);
}
process.exit(code);
